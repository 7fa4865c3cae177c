/** The ways in which every set is sent. */
import { Random } from '@spanwise/telemetry/random';
import type { Encoding } from '@spanwise/telemetry/otlp-sender';

export interface Variant {
  name: string;
  encoding: Encoding;
  /** Indexes of the requests in the order of sending. */
  order: (requests: number) => Iterable<number>;
}

export const VARIANTS: readonly Variant[] = [
  { name: 'json', encoding: 'json', order: inOrder },
  { name: 'protobuf', encoding: 'protobuf', order: inOrder },
  { name: 'protobuf shuffled', encoding: 'protobuf', order: shuffled },
  { name: 'json three times', encoding: 'json', order: threeTimes },
];

function* inOrder(requests: number): Generator<number> {
  for (let index = 0; index < requests; index++) yield index;
}

function shuffled(requests: number): number[] {
  return new Random('shuffled').shuffle([...inOrder(requests)]);
}

/** How many requests later the repetitions come: soon, and after many others. */
const REPEATED_AFTER = [7, 90];

/** Repetitions lie between other requests, as those of a client do that got no answer. */
export function* threeTimes(requests: number): Generator<number> {
  const last = Math.max(...REPEATED_AFTER);
  for (let step = 0; step < requests + last; step++) {
    for (const lag of [0, ...REPEATED_AFTER]) {
      const index = step - lag;
      if (index >= 0 && index < requests) yield index;
    }
  }
}
