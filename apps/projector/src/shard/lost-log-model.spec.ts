/**
 * PROTO-7 and PROTO-33 as a model whose every state is looked at: messages are sent, counted and purged, the log is copied and
 * put back, in any order. A message is the time that the log gave it. What is left out of the rules must be found.
 */
import { describe, expect, it } from 'vitest';

interface Entry {
  seq: number;
  time: number;
  /** What its gateway had been acknowledged before it. */
  acknowledged: number;
}

interface State {
  clock: number;
  log: Entry[];
  copy?: Entry[];
  /** The last sequence that the gateway was acknowledged. */
  acknowledged: number;
  isPutBack: boolean;
  /** The gateway has sent since. */
  isReported: boolean;
  position: { epoch: number; seq: number; anchor?: Entry };
  /** By epoch and sequence, as the ledger. */
  counted: (Entry & { epoch: number })[];
  gaps: [from: number, until: number][];
}

type Variant =
  | 'gateways that say nothing'
  | 'no anchor'
  | 'anchor purged'
  | 'a gap of one moment'
  | 'read from the start'
  | 'as it is';

const SENT = 6;
const start: State = {
  clock: 1,
  log: [],
  acknowledged: 0,
  isPutBack: false,
  isReported: true,
  position: { epoch: 0, seq: 0 },
  counted: [],
  gaps: [],
};
const firstSeq = ({ log, position }: State) => log[0]?.seq ?? position.seq + 1;
const lastSeq = ({ log }: State) => log.at(-1)?.seq ?? 0;
const at = ({ log }: State, seq: number) => log.find((entry) => entry.seq === seq);

function continues(state: State, variant: Variant): boolean {
  const { anchor, seq } = state.position;
  if (lastSeq(state) < seq) return false;
  if (variant === 'no anchor' || anchor === undefined || anchor.seq < firstSeq(state)) return true;
  return at(state, anchor.seq)?.time === anchor.time;
}

const gapOf = (from: number, until: number, variant: Variant): [number, number] => [
  from,
  variant === 'a gap of one moment' ? from : until,
];

/** What the projector does when it looks; undefined when there is nothing to do. */
function look(state: State, variant: Variant): State | undefined {
  const { position, counted, log } = state;
  const newest = Math.max(0, ...counted.map(({ time }) => time));
  if (!continues(state, variant)) {
    const common = counted
      .filter((one) => one.epoch === position.epoch && at(state, one.seq)?.time === one.time)
      .at(-1);
    const kept = variant === 'read from the start' ? undefined : common;
    const until = log.find(({ time }) => time > newest)?.time ?? state.clock;
    return {
      ...state,
      position: { epoch: position.epoch + 1, seq: kept?.seq ?? 0, ...(kept && { anchor: kept }) },
      gaps: [...state.gaps, gapOf(newest, until, variant)],
    };
  }
  const next = log.find(({ seq }) => seq > position.seq);
  if (next === undefined) return undefined;
  const { epoch } = position;
  const isLate = next.acknowledged >= next.seq && variant !== 'gateways that say nothing';
  return {
    ...state,
    position: { epoch, seq: next.seq, anchor: next },
    counted: [...counted, { ...next, epoch }],
    gaps: isLate ? [...state.gaps, gapOf(newest, next.time, variant)] : state.gaps,
  };
}

function* nextStates(state: State, variant: Variant): Generator<State> {
  const { clock, log, position, acknowledged } = state;
  const seq = lastSeq(state) + 1;
  const sent = [...log, { seq, time: clock, acknowledged }];
  if (clock <= SENT) yield { ...state, clock: clock + 1, log: sent, acknowledged: seq, isReported: true };
  if (state.copy === undefined && log.length > 0) yield { ...state, copy: log };
  if (state.copy !== undefined && !state.isPutBack) {
    yield { ...state, log: state.copy, isPutBack: true, isReported: false };
  }
  const seen = look(state, variant);
  if (seen !== undefined) yield seen;
  const kept = log.filter(({ seq }) => (variant === 'anchor purged' ? seq > position.seq : seq >= position.seq));
  // A log that was put back is compared before it is purged.
  if (kept.length < log.length && continues(state, variant)) yield { ...state, log: kept };
}

/** What is wrong once the projector has nothing to do. */
function faultOf(state: State): string | undefined {
  for (let time = 1; time < state.clock; time++) {
    const times = state.counted.filter((one) => one.time === time).length;
    if (times > 1) return `message ${time} counts ${times} times`;
    const isSaid = state.gaps.some(([from, until]) => from <= time && time <= until);
    if (times === 0 && !isSaid && state.isReported) return `message ${time} is lost and in no gap`;
  }
  return undefined;
}

function firstFault(variant: Variant): { fault: string | undefined; states: number } {
  const seen = new Set<string>();
  let front = [start];
  while (front.length > 0) {
    const following: State[] = [];
    for (const state of front) {
      if (look(state, variant) === undefined) {
        const fault = faultOf(state);
        if (fault !== undefined) return { fault, states: seen.size };
      }
      for (const next of nextStates(state, variant)) {
        const key = JSON.stringify(next);
        if (seen.has(key)) continue;
        seen.add(key);
        following.push(next);
      }
    }
    front = following;
  }
  return { fault: undefined, states: seen.size };
}

describe('every state of a log that comes back shorter', () => {
  it('ends with each acknowledged message counted once, or in a gap once a gateway has sent again', () => {
    const { fault, states } = firstFault('as it is');
    expect(fault).toBeUndefined();
    expect(states).toBeGreaterThan(1_000);
  });

  it.each<[Variant, string, RegExp]>([
    ['gateways that say nothing', 'PROTO-35', /in no gap/],
    ['no anchor', 'PROTO-P13', /in no gap/],
    ['anchor purged', 'PROTO-7', /counts 2 times/],
    ['a gap of one moment', 'PROTO-P14', /in no gap/],
    ['read from the start', 'PROTO-7', /counts 2 times/],
  ])('with %s does not (%s)', (variant, _, fault) => expect(firstFault(variant).fault).toMatch(fault));
});
