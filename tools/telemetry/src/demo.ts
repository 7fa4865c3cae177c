/**
 * The demo: sends the last hours of the shop through the public API, says so, and goes on live with small processes that
 * call each other. Needs SPANWISE_BASE_URL and SPANWISE_INTAKE_TOKEN; runs until it is stopped or its parent ends.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { demoConfig, type DemoConfig } from './config.js';
import { sendAll } from './otlp-sender.js';
import { generate } from './shop/generate.js';

const HISTORY_MICROS = 3 * 3_600_000_000;
const TRACES_PER_MINUTE = 90;
/** A few in the whole history: each makes the figures of its minute partial. */
const CLOCK_STEP_CHANCE = 0.00002;
const LIVE_INTERVAL_MS = 400;
const CHILD_START_MS = 15_000;

const stopped = new AbortController();
const children = new Set<ChildProcess>();

async function main(): Promise<void> {
  const config = demoConfig();
  await sendHistory(config);
  if (!stopped.signal.aborted) await goLive(config);
}

async function sendHistory(config: DemoConfig): Promise<void> {
  const toMicros = Date.now() * 1000;
  // Another seed at every start: repeated ids would be repeated spans.
  const options = {
    seed: `demo ${toMicros}`,
    fromMicros: toMicros - HISTORY_MICROS,
    toMicros,
    tracesPerMinute: TRACES_PER_MINUTE,
    exportSeconds: 30,
    clockStepChance: CLOCK_STEP_CHANCE,
  };
  const totals = await sendAll(generate(options), {
    baseUrl: config.baseUrl,
    token: config.intakeToken,
    encoding: 'protobuf',
    connections: 4,
    signal: stopped.signal,
  });
  console.log(`demo: history sent (${totals.spans} spans in ${totals.requests} requests, ${totals.retries} retries)`);
}

/** storefront asks orders, orders asks stock; one of them exports JSON, the others protobuf. */
async function goLive(config: DemoConfig): Promise<void> {
  const stock = await start(config, ['stock', 'protobuf']);
  const orders = await start(config, ['orders', 'json', stock, 'stock']);
  const storefront = await start(config, ['storefront', 'protobuf', orders, 'orders']);
  console.log('demo: live services storefront, orders and stock are running');
  const load = setInterval(() => void visit(storefront), LIVE_INTERVAL_MS);
  stopped.signal.addEventListener('abort', () => clearInterval(load));
}

/** Starts a service and returns its URL. */
function start(config: DemoConfig, args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('./demo-service.js', import.meta.url));
  const child = fork(script, args, { env: config.liveEnvironment });
  children.add(child);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The demo service ${args[0]} did not start.`)), CHILD_START_MS);
    child.once('message', (message: { url: string }) => {
      clearTimeout(timer);
      resolve(message.url);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      children.delete(child);
      if (stopped.signal.aborted) return;
      reject(new Error(`The demo service ${args[0]} ended with code ${code}.`));
      console.error(`demo: ${args[0]} ended with code ${code}`);
      stop(1);
    });
  });
}

async function visit(baseUrl: string): Promise<void> {
  const path = Math.random() < 0.3 ? '/orders' : `/orders/${Math.floor(Math.random() * 500)}`;
  try {
    const response = await fetch(new URL(path, baseUrl), { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
  } catch {
    // A visitor who gets no answer goes away; the services' own spans tell of it.
  }
}

/** Children end with the closing of their channel even when this process is killed. */
function stop(code: number): void {
  if (stopped.signal.aborted) return;
  stopped.abort();
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
  if (process.connected) process.disconnect();
}

process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));
process.on('disconnect', () => stop(0));

main().catch((error: unknown) => {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  stop(1);
});
