/** The product's log, its committed position and its tables, seen from outside. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import pg from 'pg';
import { decodeLogMessage, INGEST_STREAM } from '@spanwise/contracts/log/log-message';
import type { Product } from '../harness/product.js';

const STREAM = INGEST_STREAM(0);

export interface LogState {
  firstSeq: number;
  lastSeq: number;
  messages: number;
  bytes: number;
}

export class LogView {
  private constructor(
    private readonly product: Product,
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
  ) {}

  /** As the projector, past any proxy. */
  static async open(product: Product): Promise<LogView> {
    const connection = await connectAs(product, 'projector');
    return new LogView(product, connection, await connection.jetstreamManager({ checkAPI: false }));
  }

  async state(): Promise<LogState> {
    const { state } = await this.manager.streams.info(STREAM);
    return { firstSeq: state.first_seq, lastSeq: state.last_seq, messages: state.messages, bytes: state.bytes };
  }

  /** Spans in the messages behind `seq`, every occurrence counted. */
  async spansAfter(seq: number): Promise<number> {
    const { firstSeq, lastSeq } = await this.state();
    let spans = 0;
    for (let at = Math.max(seq + 1, firstSeq); at <= lastSeq; at++) {
      const { data } = await this.manager.streams.getMessage(STREAM, { seq: at });
      for (const slice of decodeLogMessage(data)) if (slice.signal === 'traces') spans += slice.recordCount;
    }
    return spans;
  }

  /** As the operator: no service may do it. */
  async deleteStream(): Promise<void> {
    const connection = await connectAs(this.product, 'operator');
    await (await connection.jetstreamManager({ checkAPI: false })).streams.delete(STREAM);
    await connection.close();
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

function connectAs(product: Product, user: 'projector' | 'operator'): Promise<NatsConnection> {
  return connect({
    servers: `127.0.0.1:${product.instance.ports.nats}`,
    user,
    pass: readFileSync(join(product.dataDir, 'keys', `nats-${user}`), 'utf8').trim(),
    inboxPrefix: `_INBOX_${user}`,
    waitOnFirstConnect: true,
    timeout: 5_000,
  });
}

const RECOVERY_MS = 60_000;

/** Asks the database as its superuser; waits while it recovers from an earlier fault. */
export async function query<Row extends pg.QueryResultRow>(product: Product, sql: string): Promise<Row[]> {
  const deadline = performance.now() + RECOVERY_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: product.databaseUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export async function committedPosition(product: Product): Promise<{ epoch: number; seq: number }> {
  const [row] = await query<{ epoch: number; seq: string }>(
    product,
    'select epoch, seq from projector.shard_offsets where shard = 0',
  );
  return { epoch: row?.epoch ?? 0, seq: Number(row?.seq ?? 0) };
}

/** Spans that each message added to the figures, by `epoch/seq`. */
export async function countedByMessage(product: Product): Promise<Map<string, number>> {
  const rows = await query<{ message: string; counted: string }>(
    product,
    `select epoch || '/' || seq as message, sum(counted) as counted from projector.ledger where shard = 0 and signal = 0 group by 1`,
  );
  return new Map(rows.map((row) => [row.message, Number(row.counted)]));
}
