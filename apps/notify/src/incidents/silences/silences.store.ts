import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { existing } from '../../db/named-things.js';
import { endOf, type Silence } from './silence-rules.js';

export interface SilenceRow {
  id: string;
  organization_id: string;
  definition: Silence;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, organization_id, definition, created_by, created_at, updated_at';
const MOMENT = (place: string) => `to_timestamp(${place}::float8 / 1000000)`;

/** The newest first. */
export async function silenceRows(client: PoolClient, organizationId: string, limit: number): Promise<SilenceRow[]> {
  const { rows } = await client.query<SilenceRow>(
    `select ${COLUMNS} from alert_mutes where organization_id = $1 order by created_at desc, id desc limit $2`,
    [organizationId, limit],
  );
  return rows;
}

/** Those that are enabled and whose fixed window has not ended by the moment. */
export async function silencesAt(
  client: PoolClient,
  organizationId: string,
  atMicros: number,
): Promise<(Silence & { id: string })[]> {
  const { rows } = await client.query<Pick<SilenceRow, 'id' | 'definition'>>(
    `select id, definition from alert_mutes
     where organization_id = $1 and enabled and (ends_at is null or ends_at > ${MOMENT('$2')}) order by created_at, id`,
    [organizationId, atMicros],
  );
  return rows.map(({ id, definition }) => ({ ...definition, id }));
}

/** Throws `not_found`, as the others do. */
export async function silenceRow(client: PoolClient, organizationId: string, id: string): Promise<SilenceRow> {
  const { rows } = await client.query<SilenceRow>(
    `select ${COLUMNS} from alert_mutes where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return existing(rows, 'silence');
}

export async function addSilence(
  client: PoolClient,
  organizationId: string,
  id: string,
  silence: Silence,
  userId: string | null,
): Promise<SilenceRow> {
  const { rows } = await client.query<SilenceRow>(
    `insert into alert_mutes (organization_id, id, definition, enabled, ends_at, created_by)
     values ($1, $2, $3, $4, ${MOMENT('$5')}, $6) returning ${COLUMNS}`,
    [organizationId, id, storableJson(silence), silence.enabled, endOf(silence), userId],
  );
  return rows[0]!;
}

/** Replaces the whole silence. */
export async function setSilence(
  client: PoolClient,
  organizationId: string,
  id: string,
  silence: Silence,
): Promise<SilenceRow> {
  const { rows } = await client.query<SilenceRow>(
    `update alert_mutes set definition = $3, enabled = $4, ends_at = ${MOMENT('$5')}, updated_at = now()
     where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id, storableJson(silence), silence.enabled, endOf(silence)],
  );
  return existing(rows, 'silence');
}

export async function removeSilence(client: PoolClient, organizationId: string, id: string): Promise<SilenceRow> {
  const { rows } = await client.query<SilenceRow>(
    `delete from alert_mutes where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id],
  );
  return existing(rows, 'silence');
}

/** Of those that have ended the oldest, as many as are needed so that there is room for one below `most`. */
export async function dropEnded(client: PoolClient, organizationId: string, most: number): Promise<void> {
  await client.query(
    `delete from alert_mutes where organization_id = $1 and id in (
       select id from alert_mutes where organization_id = $1 and ends_at < now() order by ends_at
        limit greatest(0, 1 - $2 + (select count(*) from alert_mutes where organization_id = $1)))`,
    [organizationId, most],
  );
}
