import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { homeOverview, type HomeOverview } from '@spanwise/contracts/apm/home';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { StreamsWindow } from '@spanwise/contracts/telemetry/streams';
import { translateFaults } from '@spanwise/postgres/availability';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { readActivity, windowOf } from '../../store/streams/activity.js';
import { overviewOf } from './home-overview.js';

/** What an organization sees first. */
@Controller()
export class Home {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  @HandleRpc(homeOverview)
  overview(asked: StreamsWindow, context: IamContext): Promise<HomeOverview> {
    const window = windowOf(asked);
    const options = { organizationId: context.organization_id, readOnly: true, snapshot: true };
    return translateFaults(() =>
      inTransaction(poolOf(this.source), options, async (client) =>
        overviewOf(await readActivity(client, window), window),
      ),
    );
  }
}
