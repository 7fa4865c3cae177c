/** Sends the input in one way or in all of them at once, and counts what was sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@spanwise/telemetry/random';
import { offsetToNow } from '../figures/shift.js';
import { countOf, type Asking } from './facts.js';
import { SIGNALS, type Input, type Signal } from './input.js';
import { CODINGS, encode, FORMS, type Lane } from './lanes.js';
import { joined, placed } from './placed.js';
import type { TelemetrySender } from './sender.js';
import { addRequest, newTally, type Tally } from './tally.js';

export type Tallies = Record<Signal, Tally>;

const CONNECTIONS = 6;
/** Recorded requests that go out as one, by signal: they are as small as those of a single pod. */
const JOINED: Readonly<Record<Signal, number>> = { traces: 25, logs: 50, metrics: 40 };
const SETTLE_MS = 240_000;

export const newTallies = (): Tallies => ({ traces: newTally(), logs: newTally(), metrics: newTally() });

function* batches(texts: readonly string[], size: number): Generator<readonly string[]> {
  for (let at = 0; at < texts.length; at += size) yield texts.slice(at, at + size);
}

/** Sends everything over several connections; the first failure ends all. */
async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const connection = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

/** The whole input by one lane, moved so that its end is at `atNanos`. */
export async function sendLane(
  sender: TelemetrySender,
  lane: Lane,
  input: Input,
  { stream, atNanos }: { stream: string; atNanos: bigint },
): Promise<Tallies> {
  const tallies = newTallies();
  const place = { offsetNanos: offsetToNow(input.lastNanos, atNanos), name: stream };
  for (const signal of SIGNALS) {
    await inParallel(batches(input.requests[signal], JOINED[signal]), async (texts) => {
      const request = joined(texts.map((text) => placed(text, place)));
      addRequest(tallies[signal], signal, request);
      await sender.deliver(signal, lane.coding, () => encode(signal, request, stream, lane.form, lane.coding));
    });
  }
  return tallies;
}

/** Share of the requests that go out once more although they were taken. */
const REPEATED = 0.08;

export interface MixedOptions {
  stream: string;
  random: Random;
  /** Time that the whole should take, so that kills meet a running stream. */
  lastsMs: number;
  onProgress: (share: number) => void;
}

/**
 * All signals mixed, every request in a form and coding of its own. An attempt may choose anew wherever the product can
 * still tell that it is a repetition: spans by their ids, records by an `Idempotency-Key`; without one a repeated body of
 * records is the same one, compressed in any way.
 */
export async function sendMixed(sender: TelemetrySender, input: Input, options: MixedOptions): Promise<Tallies> {
  const { random, stream } = options;
  const tallies = newTallies();
  const place = { offsetNanos: offsetToNow(input.lastNanos, BigInt(Date.now()) * 1_000_000n), name: stream };
  const work = SIGNALS.flatMap((signal) =>
    [...batches(input.requests[signal], MIXED[signal])].map((texts) => ({ signal, texts })),
  );
  random.shuffle(work);
  const startedMs = performance.now();
  let sent = 0;
  await inParallel(work, async ({ signal, texts }) => {
    const request = joined(texts.map((text) => placed(text, place)));
    addRequest(tallies[signal], signal, request);
    const key = signal !== 'traces' && random.chance(0.5) ? random.hex(16) : undefined;
    const fixed = random.pick(FORMS);
    const send = () => {
      const form = signal === 'traces' || key !== undefined ? random.pick(FORMS) : fixed;
      const coding = form === 'grpc' ? 'identity' : random.pick(CODINGS);
      return sender.deliver(signal, coding, () => {
        const wire = encode(signal, request, stream, form, coding);
        return key === undefined ? wire : { ...wire, headers: { ...wire.headers, 'idempotency-key': key } };
      });
    };
    await send();
    if (random.chance(REPEATED)) await send();
    options.onProgress(++sent / work.length);
    await sleep(startedMs + (sent / work.length) * options.lastsMs - performance.now());
  });
  return tallies;
}

const MIXED: Readonly<Record<Signal, number>> = { traces: 3, logs: 5, metrics: 5 };

/** Waits until a stream has as many records as it must have at least. */
export async function settled(asking: Asking, stream: string, tallies: Tallies): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  for (const signal of SIGNALS) {
    while ((await countOf(asking, signal, stream)) < tallies[signal].count) {
      if (performance.now() > deadline) return;
      await sleep(250);
    }
  }
}
