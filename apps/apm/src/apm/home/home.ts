import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { homeOverview, type HomeOverview } from '@spanwise/contracts/apm/home';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { StreamsWindow } from '@spanwise/contracts/telemetry/streams';
import { Database } from '@spanwise/postgres/database';
import { readActivity, windowOf } from '../../store/streams/activity.js';
import { overviewOf } from './home-overview.js';

/** What an organization sees first. */
@Controller()
export class Home {
  constructor(private readonly database: Database) {}

  @HandleRpc(homeOverview)
  overview(asked: StreamsWindow, context: IamContext): Promise<HomeOverview> {
    const window = windowOf(asked);
    const options = { organizationId: context.organization_id, readOnly: true, snapshot: true };
    return this.database.transaction(options, async (client) => overviewOf(await readActivity(client, window), window));
  }
}
