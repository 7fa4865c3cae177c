/**
 * PROTO-3 over every order in which the two spans of one call come, with the upgrade to keys with sides anywhere among them.
 * What is left out of the rule must be found.
 */
import { describe, expect, it } from 'vitest';
import { encodeLogMessage, uuidBytes } from '@spanwise/contracts/log/log-message';
import { sideOf, writeSpanKey } from '@spanwise/span-model/span-key';
import { newSpan, ORGANIZATION, sliceOf } from '../log-slices.fixture.js';
import { BatchProcessor } from './batch-processor.js';
import { CommittedKeys } from './committed-keys.js';
import { KeySet } from './key-set.js';
import { openMessages } from './open-message.js';
import { eventMinute } from './watermark.js';

const [UNSPECIFIED, INTERNAL, SERVER, CLIENT] = [0, 1, 2, 3];
const KINDS = [UNSPECIFIED, INTERNAL, SERVER, CLIENT];
const LONGEST = 4;

/** Kinds of one span id as they come, the first `before` of them before the upgrade. */
interface Story {
  kinds: number[];
  before: number;
}

const sequences = (length: number): number[][] =>
  length === 0 ? [[]] : sequences(length - 1).flatMap((kinds) => KINDS.map((kind) => [...kinds, kind]));
const STORIES: Story[] = sequences(LONGEST).flatMap((kinds) =>
  Array.from({ length: LONGEST + 1 }, (_, before) => ({ kinds, before })),
);

/** Which of the spans count: before the upgrade the first alone, and then no other; else the first of each side. */
const expected = ({ kinds, before }: Story): boolean[] =>
  kinds.map((kind, at) => (before > 0 ? at === 0 : kinds.findIndex((other) => sideOf(other) === sideOf(kind)) === at));

type Identity = (kind: number) => { looked: string[]; added: string };
const VARIANTS: Record<string, Identity> = {
  'as it is': (kind) => ({ looked: ['old', `side ${sideOf(kind)}`], added: `side ${sideOf(kind)}` }),
  'raw kind': (kind) => ({ looked: ['old', `kind ${kind}`], added: `kind ${kind}` }),
  'new key alone': (kind) => ({ looked: [`side ${sideOf(kind)}`], added: `side ${sideOf(kind)}` }),
  'no side': () => ({ looked: ['old'], added: 'old' }),
};

function modelled({ kinds, before }: Story, identity: Identity): boolean[] {
  const known = new Set<string>();
  return kinds.map((kind, at) => {
    const { looked, added } = at < before ? { looked: ['old'], added: 'old' } : identity(kind);
    if (looked.some((key) => known.has(key))) return false;
    known.add(added);
    return true;
  });
}

const SEED = Uint32Array.of(1, 2, 3, 4);
const span = newSpan({ startMicros: Date.parse('2026-01-15T12:00:00Z') * 1_000 });
const minute = eventMinute(span.startMicros!);

async function batchSlice({ kinds, before }: Story): Promise<boolean[]> {
  const keys = new KeySet();
  const committed = new CommittedKeys(1_000_000);
  committed.put(minute, keys);
  const processor = new BatchProcessor(committed, SEED, true);
  const counted: boolean[] = [];
  for (const [at, kind] of kinds.entries()) {
    if (at < before) {
      const key = new Uint32Array(4);
      const ids = Buffer.from(span.traceId + span.spanId, 'hex');
      writeSpanKey(key, 0, uuidBytes(ORGANIZATION), ids, 0, 16, SEED);
      keys.hasKeysWithoutSide = true;
      counted.push(keys.add(key, 0));
      continue;
    }
    const entry = {
      seq: at + 1,
      loggedAtMicros: span.startMicros!,
      data: encodeLogMessage([sliceOf([{ ...span, kind }])]),
    };
    const result = await processor.process(openMessages([entry], { micros: 0, floorHour: 0 }, 7_200_000_000, []));
    for (const [of, fresh] of result.newKeys) committed.merge(of, fresh);
    counted.push(result.fold.spanCount === 1);
  }
  return counted;
}

describe('the two spans of a call that share an id', () => {
  it('count once each, and those of before the upgrade as one, in the product and in the model', async () => {
    for (const story of STORIES) {
      expect(modelled(story, VARIANTS['as it is']!), JSON.stringify(story)).toEqual(expected(story));
      expect(await batchSlice(story), JSON.stringify(story)).toEqual(expected(story));
    }
  });

  it.each(['raw kind', 'new key alone', 'no side'])('%s is found', (variant) => {
    const wrong = STORIES.filter((story) => modelled(story, VARIANTS[variant]!).join() !== expected(story).join());
    expect(wrong.length).toBeGreaterThan(0);
  });
});
