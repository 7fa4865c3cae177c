/** The read path over ten thousand and three hundred thousand rollup rows, beside bare reads and merges of the same rows. */
import pg from 'pg';
import { RedAggregate } from '@spanwise/span-model/red';
import type { Client } from './client.js';
import { percentile } from './measure.js';
import type { Report } from './report.js';
import { SyntheticRows, type RollupTable } from './synthetic-rows.js';

const HOUR_MS = 3_600_000;
const CALLS = 60;
const CALLS_OF_MANY_ROWS = 20;
const LISTS = ['services', 'transactions', 'dependencies', 'errors'] as const;

interface Window {
  table: RollupTable;
  from: number;
  to: number;
  /** Query of the API for the same range. */
  query: string;
}

const windowOf = (resolution: 'minute' | 'hour', from: number, to: number): Window => {
  const micros = resolution === 'minute' ? 60_000_000 : 3_600_000_000;
  // One microsecond less, because a range includes the bucket that its end lies in.
  const query = `from=${from * micros}&to=${to * micros - 1}&resolution=${resolution}`;
  return { table: resolution === 'minute' ? 'rollup_minutes' : 'rollup_hours', from, to, query };
};

export class Reads {
  private constructor(
    private readonly client: Client,
    private readonly report: Report,
    private readonly database: pg.Client,
    private readonly synthetic: SyntheticRows,
    private readonly organizationId: string,
  ) {}

  static async open(client: Client, report: Report): Promise<Reads> {
    const database = new pg.Client({ connectionString: client.product.databaseUrl });
    await database.connect();
    // The product has series about itself in another organization.
    const { rows } = await database.query<{ id: string }>(
      "select organization_id as id from apm.series where namespace = 'bench' limit 1",
    );
    return new Reads(client, report, database, new SyntheticRows(database, rows[0]!.id), rows[0]!.id);
  }

  close(): Promise<void> {
    return this.database.end();
  }

  /** A shop of twelve services over twenty-five minutes of one hour; `during` makes flushes while it is read again. */
  async tenThousandRows(during: () => Promise<unknown>): Promise<void> {
    const hour = Math.floor(Date.now() / HOUR_MS) - 6;
    const window = windowOf('minute', hour * 60 + 10, hour * 60 + 35);
    const series = await this.synthetic.series('shop', 12, 20, 12);
    const count = await this.synthetic.fill(window.table, series, window.from, window.to);
    await this.synthetic.fill('rollup_hours', series, hour, hour + 1);
    await this.database.query('analyze apm.rollup_minutes, apm.rollup_hours, apm.series');
    const { merged } = await this.bareReads(window, 10);
    const call = `/api/v1/apm/overview?${window.query}`;
    await this.client.timed(call, 5);
    const idle = await this.client.timed(call, CALLS);
    const limit = { limit: percentile(merged, 0.5), of: 'merge in memory', unit: 'ms' };
    this.report.add(`overview p50, ${count} minute rows`, { product: percentile(idle, 0.5), ...limit });
    this.report.add('overview p95', { product: percentile(idle, 0.95), ...limit, target: '<= 5 and < 20 ms' });
    for (const list of LISTS) await this.list(list, window);
    const flushing = during();
    const busy = await this.client.timed(call, CALLS);
    await flushing;
    this.report.add('overview p95 during flushes', { product: percentile(busy, 0.95), ...limit, target: '<= 10' });
  }

  /** Two hundred services over 24 hours of minutes, and with their routes over 30 days of hours. */
  async manyRows(): Promise<void> {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const services = await this.synthetic.series('fleet', 200, 0, 0);
    const day = windowOf('minute', (hour - 23) * 60 - 20, hour * 60 + 1);
    const minutes = await this.synthetic.fill(day.table, services, day.from, day.to);
    const routes = await this.synthetic.series('routes', 1, 216, 0);
    const month = windowOf('hour', hour - 29 * 24, hour + 1);
    const hours = await this.synthetic.fill(month.table, [...services, ...routes], month.from, month.to);
    await this.database.query('vacuum analyze apm.rollup_minutes, apm.rollup_hours, apm.series');
    for (const [name, window, count] of [
      ['24 h by minute', day, minutes],
      ['30 d by hour', month, hours],
    ] as const) {
      const { read } = await this.bareReads(window, 3);
      const limit = { limit: percentile(read, 0.5), of: 'reading the same bytes', unit: 'ms' };
      for (const view of ['overview', ...LISTS]) {
        const path = `/api/v1/apm/${view}?${window.query}${view === 'overview' ? '' : '&limit=50'}`;
        const [first] = await this.client.timed(path, 1);
        const calls = await this.client.timed(path, CALLS_OF_MANY_ROWS);
        const target = view === 'overview' ? { target: '<= 3 and < 60 ms' } : {};
        this.report.add(`${view} p95, ${count} rows: ${name}`, {
          product: percentile(calls, 0.95),
          ...limit,
          ...target,
        });
        this.report.add(`${view}, the first one`, { product: first!, ...limit });
      }
    }
  }

  private async list(list: (typeof LISTS)[number], window: Window): Promise<void> {
    const kind = LISTS.indexOf(list) + 1;
    // The rate of errors is over the requests of their services, whose rows the list reads as well.
    const kinds = list === 'errors' ? [1, kind] : [kind];
    const bare: number[] = [];
    for (let time = 0; time < 20; time++) {
      const started = performance.now();
      await this.database.query(
        'select series_id, service, name, detail from apm.series where organization_id = $1 and kind = any($2)',
        [this.organizationId, kinds],
      );
      await this.rowsOf(window, kinds);
      bare.push(performance.now() - started);
    }
    const calls = await this.client.timed(`/api/v1/apm/${list}?${window.query}&limit=50`, CALLS);
    this.report.add(`list of ${list} p95, top 50`, {
      product: percentile(calls, 0.95),
      limit: percentile(bare, 0.5),
      of: 'bare SQL of its rows',
      target: '<= 3',
      unit: 'ms',
    });
  }

  /** Milliseconds to read all rows of a window through the driver, and to merge them once they are in memory. */
  private async bareReads(window: Window, times: number): Promise<{ read: number[]; merged: number[] }> {
    const read: number[] = [];
    const merged: number[] = [];
    for (let time = 0; time < times; time++) {
      const started = performance.now();
      const rows = await this.rowsOf(window, [1, 2, 3, 4]);
      read.push(performance.now() - started);
      const merging = performance.now();
      const total = new RedAggregate();
      for (const row of rows) total.mergeEncoded(row.red);
      merged.push(performance.now() - merging);
    }
    return { read, merged };
  }

  private async rowsOf({ table, from, to }: Window, kinds: readonly number[]): Promise<{ red: Buffer }[]> {
    const { rows } = await this.database.query<{ red: Buffer }>(
      `select series_id, red from apm.${table} where organization_id = $1 and kind = any($2) and bucket >= $3 and bucket < $4`,
      [this.organizationId, kinds, from, to],
    );
    return rows;
  }
}
