/**
 * The demo: sends the last hours of the shop through the public API, says so, and goes on live, with the shop and with
 * small processes that call each other. Needs SPANWISE_BASE_URL and SPANWISE_INTAKE_TOKEN; runs until it is stopped or its parent ends.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demoConfig, type DemoConfig } from './config.js';
import type { TraceRequest } from './otlp.js';
import { sendAll } from './otlp-sender.js';
import { generate } from './shop/generate.js';

const HISTORY_MICROS = 3 * 3_600_000_000;
const TRACES_PER_MINUTE = 90;
const EXPORT_SECONDS = 30;
/** A few in the whole history: each makes the figures of its minute partial. */
const CLOCK_STEP_CHANCE = 0.00002;
const LIVE_INTERVAL_MS = 400;
const CHILD_START_MS = 15_000;
const FAULT_LOOK_MS = 500;

const stopped = new AbortController();
const children = new Set<ChildProcess>();

async function main(): Promise<void> {
  const config = demoConfig();
  const shop = shopUntilStopped();
  const first = await sendHistory(config, shop);
  if (stopped.signal.aborted) return;
  await goLive(config);
  await goOn(config, first, shop);
}

/** The shop from hours ago on, and what it will send as long as the demo runs. */
function shopUntilStopped(): Iterator<TraceRequest> {
  const nowMicros = Date.now() * 1_000;
  return generate({
    // Another seed at every start: repeated ids would be repeated spans.
    seed: `demo ${nowMicros}`,
    fromMicros: nowMicros - HISTORY_MICROS,
    toMicros: Number.MAX_SAFE_INTEGER,
    tracesPerMinute: TRACES_PER_MINUTE,
    exportSeconds: EXPORT_SECONDS,
    clockStepChance: CLOCK_STEP_CHANCE,
  });
}

/** Sends what has already happened. Returns the first request that has not. */
async function sendHistory(config: DemoConfig, shop: Iterator<TraceRequest>): Promise<TraceRequest> {
  const nowMs = Date.now();
  let next = nextOf(shop);
  function* history(): Generator<TraceRequest> {
    for (; exportedAtMs(next) <= nowMs; next = nextOf(shop)) yield next;
  }
  const totals = await sendAll(history(), { ...senderOf(config), connections: 4 });
  console.log(`demo: history sent (${totals.spans} spans in ${totals.requests} requests, ${totals.retries} retries)`);
  return next;
}

/** Sends each request of the shop when its exporter would. */
async function goOn(config: DemoConfig, first: TraceRequest, shop: Iterator<TraceRequest>): Promise<void> {
  const sender = { ...senderOf(config), connections: 1 };
  for (let next = first; !stopped.signal.aborted; next = nextOf(shop)) {
    const waitMs = exportedAtMs(next) - Date.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    await sendAll([next], sender);
  }
}

const senderOf = (config: DemoConfig) => ({
  baseUrl: config.baseUrl,
  token: config.intakeToken,
  encoding: 'protobuf' as const,
  signal: stopped.signal,
});

const nextOf = (shop: Iterator<TraceRequest>): TraceRequest => shop.next().value as TraceRequest;

/** The end of the export interval in which the last span of a request ended. */
function exportedAtMs({ resourceSpans = [] }: TraceRequest): number {
  const spans = resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans));
  const lastEndMs = spans.reduce((last, { endTimeUnixNano }) => Math.max(last, Number(endTimeUnixNano) / 1e6), 0);
  return (Math.floor(lastEndMs / (EXPORT_SECONDS * 1_000)) + 1) * EXPORT_SECONDS * 1_000;
}

/** storefront asks orders, orders asks stock; one of them exports JSON, the others protobuf. */
async function goLive(config: DemoConfig): Promise<void> {
  const stock = await start(config, ['stock', 'protobuf']);
  const [stockProcess] = children;
  const orders = await start(config, ['orders', 'json', stock, 'stock']);
  const storefront = await start(config, ['storefront', 'protobuf', orders, 'orders']);
  console.log('demo: live services storefront, orders and stock are running');
  const load = setInterval(() => void visit(storefront), LIVE_INTERVAL_MS);
  const look = setInterval(() => tellFault(stockProcess!, config.faultFile), FAULT_LOOK_MS);
  stopped.signal.addEventListener('abort', () => {
    clearInterval(load);
    clearInterval(look);
  });
}

function tellFault(service: ChildProcess, file: string | undefined): void {
  if (file !== undefined && service.connected) service.send({ isFaulty: existsSync(file) });
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
    // A visitor who gets no answer goes away; the services' own spans show it.
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
