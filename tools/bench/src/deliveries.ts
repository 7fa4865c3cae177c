/** Notifications to a sink in this process, beside what the sink takes when it is sent the same directly. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeRouting } from '@spanwise/e2e/system/deliveries/routing';
import { gatewayBus, publishEvent } from '@spanwise/e2e/system/harness/gateway-bus';
import type { Product } from '@spanwise/e2e/system/harness/product';
import { percentile } from './measure.js';
import type { Report } from './report.js';

export const SINK_ADDRESS = '127.0.0.7';
/** Four deliveries of a connector are under way at once, 32 of an organization. */
const HOOKS = Array.from({ length: 8 }, (_, at) => `sink${at}`);
const AT_ONCE = 32;
const BURST = 3_000;
const PACED = 300;
const PACED_PER_SECOND = 20;
const ARRIVED_MS = 120_000;

/** Keeps when each message came; the first time counts. */
class Sink {
  readonly arrivedMs = new Map<string, number>();
  private body = '';

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Sink> {
    const server = createServer((incoming, response) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () => {
        const { title } = (JSON.parse(text) as { message: { title: string } }).message;
        sink.body = text;
        if (!sink.arrivedMs.has(title)) sink.arrivedMs.set(title, performance.timeOrigin + performance.now());
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, SINK_ADDRESS, resolve));
    const sink = new Sink(server, `http://${SINK_ADDRESS}:${(server.address() as AddressInfo).port}`);
    return sink;
  }

  /** Waits until `count` messages have come. */
  async until(count: number): Promise<void> {
    const deadline = performance.now() + ARRIVED_MS;
    while (this.arrivedMs.size < count) {
      if (performance.now() > deadline) throw new Error(`only ${this.arrivedMs.size} of ${count} deliveries arrived`);
      await sleep(5);
    }
  }

  /** Milliseconds of one request with the body that came last, on a connection of its own as deliveries have it. */
  post(): Promise<number> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.url}/direct`, { method: 'POST', agent: false }, (response) =>
        response.resume().on('end', () => resolve(performance.now() - started)),
      );
      outgoing.on('error', reject).end(this.body);
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export async function deliveries(product: Product, report: Report): Promise<void> {
  const sink = await Sink.start();
  const bus = await gatewayBus(product);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const { organizationId } = await makeRouting(product, sink.url, HOOKS, secret);
  const publish = (event: string, at: number) =>
    publishEvent(bus, {
      organization_id: organizationId,
      event_id: event,
      event_type: 'alert.triggered',
      occurred_at_micros: 0,
      attributes: { title: event, incident_id: event, hook: HOOKS[at % HOOKS.length] },
    });
  try {
    await inParallel(AT_ONCE, (at) => publish(`warm ${at}`, at));
    await sink.until(AT_ONCE);
    const perSecond = await rate(BURST, async () => {
      await inParallel(BURST, (at) => publish(`burst ${at}`, at));
      await sink.until(AT_ONCE + BURST);
    });
    report.add('deliveries, published at once', {
      product: perSecond,
      limit: await rate(BURST, () => inParallel(BURST, () => sink.post())),
      of: 'the sink, sent to directly',
      digits: 0,
      unit: '/s',
    });
    const direct: number[] = [];
    for (let at = 0; at < PACED; at++) {
      const [took] = await Promise.all([sink.post(), publish(`paced ${at}`, at), sleep(1_000 / PACED_PER_SECOND)]);
      direct.push(took);
    }
    await sink.until(AT_ONCE + BURST + PACED);
    const waits = await waitsOf(product, sink);
    for (const [name, quantile] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      report.add(`from the event's transaction to the first attempt at the sink, ${name}`, {
        product: percentile(waits, quantile),
        limit: percentile(direct, quantile),
        of: 'one request to the sink',
        unit: 'ms',
      });
    }
  } finally {
    await bus.close();
    await sink.close();
  }
}

/** Milliseconds from the begin of the transaction that made a delivery to its arrival: a little more than from the commit. */
async function waitsOf(product: Product, sink: Sink): Promise<number[]> {
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ event_id: string; made_ms: number }>(
    `select event_id, extract(epoch from created_at)::float8 * 1000 as made_ms from notify.deliveries where event_id like 'paced %'`,
  );
  await database.end();
  return rows.map((row) => sink.arrivedMs.get(row.event_id)! - row.made_ms);
}

async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - started);
}

async function inParallel(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  const waiting = Array.from({ length: count }, (_, at) => at).values();
  const worker = async () => {
    for (const at of waiting) await work(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
