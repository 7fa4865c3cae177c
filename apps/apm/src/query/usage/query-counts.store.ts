import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import {
  dayOfMicros,
  dayText,
  MAX_USAGE_ROWS,
  type DayRange,
  type QueryDay,
} from '@spanwise/contracts/telemetry/usage';
import { describeError, type Logger } from '@spanwise/host/logger';

const RETRY_MS = 1_000;

/**
 * How many statements ran for each organization on each day of UTC: every one that was admitted, for any caller and
 * however it ended. A count is on its way to the database as soon as its statement begins; a process that is killed loses
 * those of that moment. A write that fails is tried again: one that was stored and not answered counts twice.
 */
export class QueryCounts {
  private waiting = new Map<string, { organizationId: string; day: number; queries: number }>();
  private writing: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly writer: Pool,
    private readonly logger: Logger,
    private readonly nowMicros: () => number = () => Date.now() * 1_000,
  ) {}

  note(organizationId: string): void {
    this.add({ organizationId, day: dayOfMicros(this.nowMicros()), queries: 1 });
    this.writing ??= this.write().finally(() => (this.writing = undefined));
  }

  /** Resolves once everything noted so far is stored, or could not be before the process ends. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.writing;
  }

  private add(count: { organizationId: string; day: number; queries: number }): void {
    const key = `${count.day} ${count.organizationId}`;
    this.waiting.set(key, { ...count, queries: (this.waiting.get(key)?.queries ?? 0) + count.queries });
  }

  private async write(): Promise<void> {
    while (this.waiting.size > 0) {
      // Always in one order, so that two processes do not wait for each other's rows.
      const counts = [...this.waiting.values()].toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
      this.waiting = new Map();
      try {
        await store(this.writer, counts);
      } catch (error) {
        this.logger.warn(describeError(error), 'query counts: failed to write');
        counts.forEach((count) => this.add(count));
        if (this.stopped) return;
        await sleep(RETRY_MS);
      }
    }
  }
}

const store = (
  writer: Pool,
  counts: readonly { organizationId: string; day: number; queries: number }[],
): Promise<unknown> =>
  writer.query(
    `insert into query_days (organization_id, day, queries)
     select * from unnest($1::uuid[], $2::int[], $3::bigint[])
     on conflict (organization_id, day) do update set queries = query_days.queries + excluded.queries`,
    [
      counts.map(({ organizationId }) => organizationId),
      counts.map(({ day }) => day),
      counts.map(({ queries }) => queries),
    ],
  );

/** `organizationId` undefined: of every organization. */
export async function readQueryDays(
  client: Pool | PoolClient,
  { from, to }: DayRange,
  organizationId?: string,
): Promise<QueryDay[]> {
  const { rows } = await client.query<{ organization_id: string; day: number; queries: string }>(
    `select organization_id, day, queries from query_days
      where day >= $1 and day <= $2 and ($3::uuid is null or organization_id = $3)
      order by day desc, organization_id limit $4`,
    [from, to, organizationId ?? null, MAX_USAGE_ROWS],
  );
  return rows.map(({ organization_id, day, queries }) => ({
    organization_id,
    day: dayText(day),
    queries: Number(queries),
  }));
}
