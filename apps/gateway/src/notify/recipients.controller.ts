import { Controller, Get } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { listUsers } from '@spanwise/contracts/iam/users';
import { listRecipientSettings, type RecipientView } from '@spanwise/contracts/notify/recipients';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { Operation } from '../edge/openapi/operation.js';

/** The people of iam beside what notify knows of them: neither service asks the other. */
@Controller('api/v1/notify/users')
export class RecipientsController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'org.members.read' })
  @Operation('Recipients', { summary: 'Members of the organization and their channels' })
  @Get()
  async list(@CurrentCaller() { signed }: Caller): Promise<RecipientView[]> {
    const [users, { endpoints, preferences }] = await Promise.all([
      this.bus.rpc.call(listUsers, new Empty(), signed),
      this.bus.rpc.call(listRecipientSettings, new Empty(), signed),
    ]);
    return users.map((user) => ({
      user_id: user.id,
      email: user.email,
      display_name: user.display_name,
      ...(user.avatar_url !== undefined && { avatar_url: user.avatar_url }),
      disabled: user.disabled,
      status: user.status,
      endpoints: endpoints.filter((endpoint) => endpoint.user_id === user.id),
      preferences: preferences.filter((preference) => preference.user_id === user.id),
    }));
  }
}
