/** Sends the input in one way or in all of them at once, and counts what was sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Random } from '@spanwise/telemetry/random';
import { offsetToNow } from '../figures/shift.js';
import { SIGNALS, type Input, type Signal } from './input.js';
import { CODINGS, encode, FORMS, type Lane } from './lanes.js';
import { joined, placed, type Place } from './placed.js';
import type { TelemetrySender } from './sender.js';
import { addRequest, newTally, type Tally } from './tally.js';

export type Tallies = Record<Signal, Tally>;

const CONNECTIONS = 6;
/** Recorded requests that go out as one, by signal: they are as small as those of a single pod. */
const JOINED: Readonly<Record<Signal, number>> = { traces: 25, logs: 50, metrics: 40 };
const MIXED: Readonly<Record<Signal, number>> = { traces: 3, logs: 5, metrics: 5 };
/** Share of the requests that go out once more although they were taken. */
const REPEATED = 0.08;

const newTallies = (): Tallies => ({ traces: newTally(), logs: newTally(), metrics: newTally() });

function batches(texts: readonly string[], size: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => texts.slice(at * size, (at + 1) * size));
}

/** A request of several recorded ones, counted. */
function counted(texts: readonly string[], place: Place, signal: Signal, tallies: Tallies): object {
  const request = joined(texts.map((text) => placed(text, place)));
  addRequest(tallies[signal], signal, request);
  return request;
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
    await pLimit(CONNECTIONS).map(batches(input.requests[signal], JOINED[signal]), (texts) => {
      const request = counted(texts, place, signal, tallies);
      return sender.deliver(signal, lane.coding, () => encode(signal, request, stream, lane.form, lane.coding));
    });
  }
  return tallies;
}

export interface MixedOptions {
  stream: string;
  random: Random;
  /** Time that the whole should take, so that kills meet a running stream. */
  lastsMs: number;
  onProgress: (share: number) => void;
}

/**
 * All signals mixed, every request in a form and coding of its own. An attempt may choose again wherever the product can
 * still detect that it is a repetition: spans by their ids, records by an `Idempotency-Key`; without one a repeated body of
 * records is the same one, compressed in any way.
 */
export async function sendMixed(sender: TelemetrySender, input: Input, options: MixedOptions): Promise<Tallies> {
  const { random, stream } = options;
  const tallies = newTallies();
  const place = { offsetNanos: offsetToNow(input.lastNanos, BigInt(Date.now()) * 1_000_000n), name: stream };
  const work = SIGNALS.flatMap((signal) =>
    batches(input.requests[signal], MIXED[signal]).map((texts) => ({ signal, texts })),
  );
  const startedMs = performance.now();
  let sent = 0;
  await pLimit(CONNECTIONS).map(random.shuffle(work), async ({ signal, texts }) => {
    const request = counted(texts, place, signal, tallies);
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
