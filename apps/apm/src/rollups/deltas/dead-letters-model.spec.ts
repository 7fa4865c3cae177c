/**
 * PROTO-45 as a model whose every state is looked at: three deltas of a pair, of which the second cannot be applied until a newer
 * program can, beside another pair, a database that is away or refuses everything, kills, a second process, replays and rebuilds.
 * What is left out of the rule must be found.
 */
import { describe, expect, it } from 'vitest';

const DELTAS = [1, 2, 3];
const UNREADABLE = 2;

interface State {
  /** Committed offset of the pair. */
  head: number;
  /** How often the figures hold each delta. */
  counted: number[];
  letters: number[];
  gaps: number[];
  database: 'up' | 'away' | 'refuses all';
  outages: number;
  refusals: number;
  isMended: boolean;
  /** What the process remembers: its offset, what failed alone, and how many others had been applied then. */
  memory: { offset: number; failed?: number; others?: number };
  kills: number;
  /** Deltas that other pairs have applied, and later ones of this pair that were tried. */
  others: number;
  /** A replay that has counted and not yet removed its letter, where those are two transactions. */
  replaying?: number;
  rebuilds: number;
}

type Variant =
  | 'as it is'
  | 'transient error dead-lettered'
  | 'replayed twice'
  | 'no other delta in between'
  | 'a gap of its own transaction'
  | 'no fence'
  | 'a rebuild leaves letters';

const start: State = {
  head: 0,
  counted: [0, 0, 0, 0],
  letters: [],
  gaps: [],
  database: 'up',
  outages: 0,
  refusals: 0,
  isMended: false,
  memory: { offset: 0 },
  kills: 0,
  others: 0,
  rebuilds: 0,
};

const adding = (counted: number[], n: number): number[] => counted.with(n, counted[n]! + 1);
const without = (list: number[], n: number): number[] => list.filter((one) => one !== n);

/** One turn of the follower at the delta after its offset. */
function follow(state: State, variant: Variant): State {
  const { memory, database, others } = state;
  const n = memory.offset + 1;
  const isFenced = memory.offset !== state.head && variant !== 'no fence';
  const isRefused = database === 'refuses all' || (n === UNREADABLE && !state.isMended);
  const retried = { ...state, memory: { ...memory, offset: state.head } };
  if (database === 'away' && variant !== 'transient error dead-lettered') return retried;
  if (database === 'up' && !isRefused) {
    if (isFenced) return retried;
    return { ...state, head: n, counted: adding(state.counted, n), memory: { offset: n } };
  }
  if (memory.failed !== n) return { ...state, memory: { offset: memory.offset, failed: n, others } };
  if (memory.others === others && variant !== 'no other delta in between') return retried;
  if (isFenced) return retried;
  // What refuses figures takes a letter; what is away takes nothing, but comes back.
  const gaps = variant === 'a gap of its own transaction' ? state.gaps : [...state.gaps, n];
  return { ...state, head: n, letters: [...state.letters, n], gaps, memory: { offset: n } };
}

function* replays(state: State, variant: Variant): Generator<State> {
  const { letters, gaps, replaying, counted } = state;
  if (replaying !== undefined)
    yield { ...state, letters: without(letters, replaying), gaps: without(gaps, replaying), replaying: undefined };
  if (!state.isMended || state.database !== 'up') return;
  for (const n of letters) {
    const added = { ...state, counted: adding(counted, n) };
    if (variant === 'replayed twice') yield { ...added, replaying: n };
    else yield { ...added, letters: without(letters, n), gaps: without(gaps, n) };
  }
}

function* nextStates(state: State, variant: Variant): Generator<State> {
  const { head, database, letters, gaps } = state;
  if (state.memory.offset < DELTAS.length) yield follow(state, variant);
  if (database === 'up' && state.others < 2) yield { ...state, others: state.others + 1 };
  if (database !== 'up') yield { ...state, database: 'up' };
  else {
    if (state.outages < 2) yield { ...state, database: 'away', outages: state.outages + 1 };
    // A database that refuses everything twice, and takes something only in between, would make a letter of a good delta.
    if (state.refusals < 1) yield { ...state, database: 'refuses all', refusals: 1 };
  }
  if (!state.isMended) yield { ...state, isMended: true };
  if (state.kills < 2) yield { ...state, kills: state.kills + 1, memory: { offset: head }, replaying: undefined };
  // A second process with a newer program takes the pair over for a moment.
  if (state.isMended && database === 'up' && head < DELTAS.length)
    yield { ...state, head: head + 1, counted: adding(state.counted, head + 1) };
  const unsaid = letters.find((n) => !gaps.includes(n));
  if (unsaid !== undefined) yield { ...state, gaps: [...gaps, unsaid] };
  yield* replays(state, variant);
  if (database === 'up' && state.rebuilds < 1) {
    const counted = state.counted.map((_, n) => (n > 0 && n <= head ? 1 : 0));
    const kept = variant === 'a rebuild leaves letters' ? { letters, gaps } : { letters: [], gaps: [] };
    yield { ...state, ...kept, counted, rebuilds: 1 };
  }
}

/** What is wrong with what a reader sees at any moment. */
function faultOf({ head, counted, letters, gaps }: State): string | undefined {
  for (const n of DELTAS) {
    if (counted[n]! > 1) return `delta ${n} is counted twice`;
    if (n <= head && counted[n] === 0 && !gaps.includes(n)) return `delta ${n} is missing and in no gap`;
    if (n > head && counted[n]! > 0) return `delta ${n} is counted before its turn`;
    if (letters.includes(n) && n !== UNREADABLE) return `delta ${n} is good and was dead-lettered`;
  }
  return undefined;
}

function explore(variant: Variant): { fault: string | undefined; furthest: State | undefined } {
  const seen = new Set<string>();
  let furthest: State | undefined;
  for (let front = [start]; front.length > 0;) {
    const following: State[] = [];
    for (const state of front) {
      const fault = faultOf(state);
      if (fault !== undefined) return { fault, furthest };
      if (state.head === DELTAS.length && !state.isMended) furthest = state;
      for (const next of nextStates(state, variant)) {
        const key = JSON.stringify(next);
        if (seen.has(key)) continue;
        seen.add(key);
        following.push(next);
      }
    }
    front = following;
  }
  return { fault: undefined, furthest };
}

describe('deltas that cannot be applied, as a model (PROTO-45)', () => {
  it('are counted once or are a gap in every state, and hold up no other', () => {
    const { fault, furthest } = explore('as it is');
    expect([fault, furthest?.letters, furthest?.gaps]).toEqual([undefined, [UNREADABLE], [UNREADABLE]]);
  });

  it.each<[Variant, string]>([
    ['transient error dead-lettered', 'delta 1 is good and was dead-lettered'],
    ['replayed twice', 'delta 2 is counted twice'],
    ['no other delta in between', 'delta 1 is good and was dead-lettered'],
    ['a gap of its own transaction', 'delta 2 is missing and in no gap'],
    ['no fence', 'delta 1 is counted twice'],
    ['a rebuild leaves letters', 'delta 2 is counted twice'],
  ])('finds %s', (variant, fault) => expect(explore(variant).fault).toBe(fault));
});
