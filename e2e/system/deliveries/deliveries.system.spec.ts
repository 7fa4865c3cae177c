/**
 * Incidents begin and end while notify and PostgreSQL are killed at random and the receiver fails 30 % of the time. Every end must
 * arrive, every beginning too unless its end superseded it. Flags: `--events N`, `--kills K`, `--seed S`.
 */
// A product of its own: its processes are killed.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { query } from '../crash/log-view.js';
import { gone, living, signal } from '../crash/processes.js';
import { gatewayBus, publishEvent } from '../harness/gateway-bus.js';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { deliveryFaults, type Incident, type Logged } from './delivery-faults.js';
import { Receiver, RECEIVER_ADDRESS } from './receiver.js';
import { makeRouting, type Routing } from './routing.js';

const flags = scenarioFlags(['events', 'kills', 'seed']);
const size = flags.full ? { events: 10_000, kills: 50, scale: '0.01' } : { events: 200, kills: 3, scale: '0.002' };
const events = Number(flags.events ?? size.events);
const kills = Number(flags.kills ?? size.kills);
const seed = seedOf({ seed: flags.seed, small: !flags.full });
/** One for each task, so that each draws the same whatever the order in which they run. */
const randomFor = (task: string) => new Random(`deliveries ${seed} ${task}`);

const FAILING = 0.3;
const PUBLISHERS = 48;
const HOOKS = Array.from({ length: 6 }, (_, at) => `hook${at}`);
const [OLD_SECRET, NEW_SECRET] = [24, 48].map((bytes) => `whsec_${randomBytes(bytes).toString('base64')}`);
/** One delivery in some ten thousand fails ten times, and then waits five minutes even at this scale. */
const SETTLE_MS = 900_000;

const incidents: Incident[] = Array.from({ length: Math.ceil(events / 2) }, (_, at) => ({
  firing: `firing ${at}`,
  resolved: `resolved ${at}`,
}));
const killsMs: number[] = [];
let published = 0;
let product: Product;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start(randomFor('receiver'), FAILING, [OLD_SECRET!, NEW_SECRET!]);
  product = await Product.start({
    environment: {
      SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVER_ADDRESS}/32`,
      SPANWISE_RETRY_SCALE: size.scale,
      SPANWISE_RESTART_LIMIT: '100000',
      LOG_LEVEL: 'error',
    },
  });
});
afterAll(async () => {
  product?.stop();
  await receiver?.close();
});

it(
  'delivers each event in order, signed, under one id and not before its Retry-After',
  { timeout: 2 * SETTLE_MS },
  async () => {
    console.log(`${events} events, ${kills} kills, seed ${seed}`);
    const routing = await makeRouting(product, receiver.url, HOOKS, OLD_SECRET!);
    const bus = await gatewayBus(product);
    await Promise.all([publishAll(bus, routing.organizationId), killAll(), rotate(routing)]);
    await settle();
    await bus.close();
    const log = await query<Logged>(product, 'select id, event_id, status, error_code from notify.deliveries');
    expect(deliveryFaults(incidents, receiver.visits, log, killsMs), product.logTail('notify')).toEqual([]);
  },
);

async function publishAll(bus: NatsConnection, organizationId: string): Promise<void> {
  const publish = async (at: number, event: string) => {
    const event_type = event.startsWith('firing') ? 'alert.triggered' : 'alert.resolved';
    const attributes = { title: event, incident_id: `incident ${at}`, hook: HOOKS[at % HOOKS.length] };
    const identity = { organization_id: organizationId, event_id: event };
    await publishEvent(bus, { ...identity, event_type, occurred_at_micros: 0, attributes });
    published++;
  };
  const waiting = incidents.entries();
  const publisher = async (_: unknown, number: number) => {
    const random = randomFor(`publisher ${number}`);
    for (const [at, { firing, resolved }] of waiting) {
      await publish(at, firing);
      // Some end while their beginning still waits, others after it was sent.
      await sleep(random.chance(0.5) ? random.int(0, 120) : random.int(1_000, 4_000));
      await publish(at, resolved);
    }
  };
  await Promise.all(Array.from({ length: PUBLISHERS }, publisher));
}

async function killAll(): Promise<void> {
  const random = randomFor('kills');
  for (let count = 0; count < kills; count++) {
    while (published < ((count + 0.5) * events) / kills) await sleep(10);
    const victim = random.chance(0.6) ? 'notify' : 'postgres';
    const pid = await living(() => product.pid(victim));
    killsMs.push(Date.now());
    signal(pid, 'SIGKILL');
    await gone(pid);
    // The leases of a dead worker are void: the run does not wait until they expire.
    if (victim === 'notify') await query(product, END_LEASES);
    await sleep(random.int(200, 1_200));
  }
}

const END_LEASES = `update notify.deliveries set lease_until = now() where status = 'sending';
  update notify.organizations set next_due_at = now()`;
const UNFINISHED = `select count(*)::int as left from notify.deliveries where status in ('pending', 'sending')`;

/** A lease whose answer was lost with the database has no owner: the receiver answers at once. */
const END_LOST_LEASES = `update notify.deliveries set lease_until = now()
    where status = 'sending' and sent_at < now() - interval '15 s' and lease_until > now();
  update notify.organizations set next_due_at = least(next_due_at, now())`;

async function settle(): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  while ((await query<{ left: number }>(product, UNFINISHED))[0]!.left > 0 && performance.now() < deadline) {
    await query(product, END_LOST_LEASES);
    await sleep(500);
  }
}

/** A third of the way under the old secret, one under both, one under the new. */
async function rotate(routing: Routing): Promise<void> {
  for (const [third, secrets] of [`${NEW_SECRET} ${OLD_SECRET}`, NEW_SECRET].entries()) {
    while (published < ((third + 1) * events) / 3) await sleep(50);
    await routing.signWith(secrets!);
  }
}
