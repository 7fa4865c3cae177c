import type { PoolClient } from 'pg';
import { conflict } from '@spanwise/contracts/base/errors';
import type { SeriesFilters } from '../read/series.js';
import type { Snapshot } from '../read/snapshot.js';
import type { DeployEvent } from './timeline.js';

/** Deploy events of an organization within retention. */
const MAX_EVENTS = 10_000;

interface EventRow {
  id: string;
  namespace: string;
  service: string;
  environment: string;
  version: string;
  deployed_at: string;
  description: string;
  url: string;
}

const COLUMNS = 'id, namespace, service, environment, version, deployed_at_micros as deployed_at, description, url';

/** Writes an event and answers what is stored: a pipeline may send the same one again. */
export async function writeEvent(client: PoolClient, organizationId: string, event: DeployEvent): Promise<DeployEvent> {
  const { rows: counted } = await client.query<{ count: string }>(
    'select count(*) as count from deployments where organization_id = $1',
    [organizationId],
  );
  if (Number(counted[0]!.count) >= MAX_EVENTS) {
    throw conflict(`The organization has ${MAX_EVENTS} deployments already: the oldest are forgotten in time.`);
  }
  const { rows } = await client.query<EventRow>(
    `insert into deployments (organization_id, id, namespace, service, environment, version, deployed_at_micros, description, url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (organization_id, deployed_at_micros, service, version, namespace, environment) do update set
       description = excluded.description, url = excluded.url
     returning ${COLUMNS}`,
    [
      organizationId,
      event.id,
      event.namespace,
      event.service,
      event.environment,
      event.version,
      event.deployedAtMicros,
      event.description,
      event.url,
    ],
  );
  return eventOf(rows[0]!);
}

/** Events of the range that pass the filters, newest first; one that names no namespace or environment passes for any. */
export async function readEvents(
  snapshot: Snapshot,
  filters: SeriesFilters,
  range: { fromMicros: number; toMicros: number },
  limit: number,
): Promise<DeployEvent[]> {
  const { rows } = await snapshot.client.query<EventRow>(
    `select ${COLUMNS} from deployments
      where organization_id = $1 and deployed_at_micros >= $2 and deployed_at_micros < $3
        and ($4::text is null or service = $4) and ($5::text is null or version = $5)
        and ($6::text is null or namespace in ($6, '')) and ($7::text is null or environment in ($7, ''))
      order by deployed_at_micros desc, id limit $8`,
    [
      snapshot.organizationId,
      range.fromMicros,
      range.toMicros,
      filters.service ?? null,
      filters.version ?? null,
      filters.namespace ?? null,
      filters.environment ?? null,
      limit,
    ],
  );
  return rows.map(eventOf);
}

const eventOf = (row: EventRow): DeployEvent => ({
  id: row.id,
  namespace: row.namespace,
  service: row.service,
  environment: row.environment,
  version: row.version,
  deployedAtMicros: Number(row.deployed_at),
  description: row.description,
  url: row.url,
});
