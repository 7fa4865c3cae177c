/** Rollup rows put behind the product's back, in its own encoding: days of traffic cannot be sent in minutes. */
import type { Client as Database } from 'pg';
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { Random } from '@spanwise/telemetry/random';

const BATCH_ROWS = 10_000;
/** Different aggregates; rows take them in turn. */
const VARIANTS = 400;

export interface SyntheticSeries {
  id: number;
  kind: number;
}

export type RollupTable = 'rollup_minutes' | 'rollup_hours';

export class SyntheticRows {
  private readonly random = new Random('synthetic');
  private readonly variants = Array.from({ length: VARIANTS }, (_, index) => this.aggregate(20 + (index % 50)));

  constructor(
    private readonly database: Database,
    private readonly organizationId: string,
  ) {}

  /** Services with the routes and peers that each of them has; `prefix` keeps several sets apart. */
  async series(prefix: string, services: number, routes: number, peers: number): Promise<SyntheticSeries[]> {
    const made: SyntheticSeries[] = [];
    for (let service = 0; service < services; service++) {
      const add = async (kind: number, name: string, category: string) =>
        made.push({ kind, id: await this.addSeries(kind, `${prefix}-${service}`, name, category) });
      await add(SeriesKind.Service, '', '');
      for (let route = 0; route < routes; route++) await add(SeriesKind.Transaction, `GET /${prefix}/${route}`, 'http');
      for (let peer = 0; peer < peers; peer++) await add(SeriesKind.Dependency, `peer-${peer}`, 'http');
    }
    return made;
  }

  /** A row for each of the series in each bucket from `from` to before `to`; returns their number. */
  async fill(table: RollupTable, series: readonly SyntheticSeries[], from: number, to: number): Promise<number> {
    let batch: [number, number, number, Buffer][] = [];
    let written = 0;
    const flush = async () => {
      await this.database.query(
        `insert into apm.${table} (organization_id, kind, bucket, series_id, red)
         select $1, * from unnest($2::smallint[], $3::int[], $4::bigint[], $5::bytea[])`,
        [this.organizationId, ...[0, 1, 2, 3].map((column) => batch.map((row) => row[column]))],
      );
      written += batch.length;
      batch = [];
    };
    for (let bucket = from; bucket < to; bucket++) {
      for (const { id, kind } of series) {
        batch.push([kind, bucket, id, this.variants[(bucket * 7 + id) % VARIANTS]!]);
        if (batch.length === BATCH_ROWS) await flush();
      }
    }
    if (batch.length > 0) await flush();
    return written;
  }

  private async addSeries(kind: number, service: string, name: string, category: string): Promise<number> {
    const nowMicros = Date.now() * 1_000;
    const { rows } = await this.database.query<{ id: string }>(
      `insert into apm.series (organization_id, series_id, kind, namespace, service, environment, version, name, category,
                               detail, first_seen_micros, last_seen_micros)
       values ($1, nextval('apm.series_ids'), $2, 'synthetic', $3, 'bench', '1.0.0', $4, $5, '', $6, $6)
       returning series_id as id`,
      [this.organizationId, kind, service, name, category, nowMicros],
    );
    return Number(rows[0]!.id);
  }

  private aggregate(spans: number): Buffer {
    const red = new RedAggregate();
    for (let span = 0; span < spans; span++) {
      const idBytes = Uint8Array.from({ length: 24 }, () => this.random.int(0, 255));
      red.add({
        units: WEIGHT_ONE,
        sampling: 'unknown',
        startMicros: Date.now() * 1_000,
        durationMicros: Math.round(Math.exp(this.random.int(6_000, 13_000) / 1_000)),
        error: this.random.chance(0.02),
        clientError: false,
        idBytes,
        traceIdAt: 0,
        spanIdAt: 16,
      });
    }
    return Buffer.from(red.encode());
  }
}
