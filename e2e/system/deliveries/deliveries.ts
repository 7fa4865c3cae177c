/**
 * `npm run test:system -- deliveries --full [--events N] [--kills K] [--seed S] [--small]`: incidents begin and end while notify and
 * PostgreSQL are killed at random and the receiver fails 30 % of the time. Every end must arrive, every beginning too
 * unless its end superseded it; repeats carry the same id; nothing comes after its end or before its Retry-After. All are
 * signed, by two secrets while they are rotated, and verified by a library of others. Small, it is part of `npm test`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { NatsConnection } from 'nats';
import { Random } from '@spanwise/telemetry/random';
import { query } from '../crash/log-view.js';
import { gone, living, signal } from '../crash/processes.js';
import { Receiver, RECEIVER_ADDRESS } from './receiver.js';
import { makeRouting, type Routing } from './routing.js';
import { judge, type Incident, type Logged } from './verdict.js';
import { gatewayBus, publishEvent } from '../harness/gateway-bus.js';
import { Product } from '../harness/product.js';
import { seedOf } from '../harness/seed.js';

const { values } = parseArgs({
  options: {
    events: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
});
const FAILING = 0.3;
const PUBLISHERS = 48;
const HOOKS = Array.from({ length: 6 }, (_, at) => `hook${at}`);
const [OLD_SECRET, NEW_SECRET] = [24, 48].map((bytes) => `whsec_${randomBytes(bytes).toString('base64')}`);
/** One delivery in some ten thousand fails ten times, and then waits five minutes even at this scale. */
const SETTLE_MS = 900_000;
const SHOWN = 12;

const size = values.small ? { events: 200, kills: 3, scale: '0.002' } : { events: 10_000, kills: 50, scale: '0.01' };
const events = Number(values.events ?? size.events);
const kills = Number(values.kills ?? size.kills);
const seed = seedOf(values);
/** One for each task: they take turns as the machine has it, and each draws what it would draw alone. */
const randomFor = (task: string) => new Random(`deliveries ${seed} ${task}`);
const incidents: Incident[] = Array.from({ length: Math.ceil(events / 2) }, (_, at) => ({
  firing: `firing ${at}`,
  resolved: `resolved ${at}`,
}));
const killsMs: number[] = [];
let published = 0;

async function publish(bus: NatsConnection, organizationId: string, at: number, event: string): Promise<void> {
  const attributes = { title: event, incident_id: `incident ${at}`, hook: HOOKS[at % HOOKS.length] };
  const event_type = event.startsWith('firing') ? 'alert.triggered' : 'alert.resolved';
  const data = { organization_id: organizationId, event_id: event, event_type, occurred_at_micros: 0, attributes };
  await publishEvent(bus, data);
  published++;
}

async function publishAll(bus: NatsConnection, organizationId: string): Promise<void> {
  const waiting = incidents.entries();
  const publisher = async (_: unknown, number: number) => {
    const random = randomFor(`publisher ${number}`);
    for (const [at, { firing, resolved }] of waiting) {
      await publish(bus, organizationId, at, firing);
      // Some end while their beginning still waits, others after it was told.
      await sleep(random.chance(0.5) ? random.int(0, 120) : random.int(1_000, 4_000));
      await publish(bus, organizationId, at, resolved);
    }
  };
  await Promise.all(Array.from({ length: PUBLISHERS }, publisher));
}

async function killAll(product: Product): Promise<void> {
  const random = randomFor('kills');
  for (let count = 0; count < kills; count++) {
    while (published < ((count + 0.5) * events) / kills) await sleep(10);
    const victim = random.chance(0.6) ? 'notify' : 'postgres';
    const pid = await living(() => product.pid(victim));
    killsMs.push(Date.now());
    signal(pid, 'SIGKILL');
    await gone(pid);
    // Nobody holds the leases of a worker that is dead: the run does not wait until they are over.
    if (victim === 'notify') await query(product, END_LEASES);
    await sleep(random.int(200, 1_200));
  }
}

const END_LEASES = `update notify.deliveries set lease_until = now() where status = 'sending';
  update notify.organizations set next_due_at = now()`;
const UNFINISHED = `select count(*)::int as left from notify.deliveries where status in ('pending', 'sending')`;

/** A lease whose answer was lost with the database is held by nobody: the receiver answers at once. */
const END_LOST_LEASES = `update notify.deliveries set lease_until = now()
    where status = 'sending' and sent_at < now() - interval '15 s' and lease_until > now();
  update notify.organizations set next_due_at = least(next_due_at, now())`;

async function settle(product: Product): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  while ((await query<{ left: number }>(product, UNFINISHED))[0].left > 0 && performance.now() < deadline) {
    await query(product, END_LOST_LEASES);
    await sleep(500);
  }
}

/** A third of the way under the old secret, one under both, one under the new. */
async function rotate(routing: Routing): Promise<void> {
  for (const [third, secrets] of [`${NEW_SECRET} ${OLD_SECRET}`, NEW_SECRET].entries()) {
    while (published < ((third + 1) * events) / 3) await sleep(50);
    await routing.signWith(secrets);
  }
}

const started = performance.now();
const receiver = await Receiver.start(randomFor('receiver'), FAILING, [OLD_SECRET, NEW_SECRET]);
const adminPassword = randomBytes(12).toString('base64url');
const product = await Product.start({
  environment: {
    SPANWISE_ADMIN_PASSWORD: adminPassword,
    SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVER_ADDRESS}/32`,
    SPANWISE_RETRY_SCALE: size.scale,
    SPANWISE_RESTART_LIMIT: '100000',
    LOG_LEVEL: 'error',
  },
});
console.log(`deliveries: ${events} events, ${kills} kills, the receiver fails ${FAILING * 100} %, seed ${seed}`);
let faults: string[];
try {
  const routing = await makeRouting(product.baseUrl, adminPassword, receiver.url, HOOKS, OLD_SECRET);
  const bus = await gatewayBus(product);
  await Promise.all([publishAll(bus, routing.organizationId), killAll(product), rotate(routing)]);
  await settle(product);
  await bus.close();
  const log = await query<Logged>(product, 'select id, event_id, status, error_code from notify.deliveries');
  const { visits } = receiver;
  const judgement = judge(incidents, visits, log, killsMs);
  faults = judgement.faults;
  console.log(
    `  ${visits.length} attempts: ${judgement.delivered} delivered, ${judgement.superseded} superseded by their end, ${judgement.duplicates} duplicates under the same id, all signed, ${judgement.rotating} by two secrets`,
  );
  for (const sentence of faults.slice(0, SHOWN)) console.log(`  WRONG ${sentence}`);
  console.log(
    `  undelivered or wrong: ${faults.length}, after ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  );
  if (faults.length > 0) console.log(`  last words of notify:\n${product.logTail('notify')}`);
} finally {
  product.stop();
  await receiver.close();
}
console.log(`${faults.length === 0 ? 1 : 0} passed, ${faults.length === 0 ? 0 : 1} failed`);
process.exitCode = faults.length === 0 ? 0 : 1;
