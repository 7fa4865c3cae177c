import { describe, expect, it } from 'vitest';
import { Admission, placesOf, type AdmissionLimits } from './admission.js';

const LIMITS: AdmissionLimits = {
  ...placesOf(4, 2),
  waitingPerOrganization: 2,
  waiting: 10,
  longestWaitMs: 50,
};

/** Names of those who have entered, in their order, and how each leaves. */
function asking(admission: Admission) {
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  const ask = (organizationId: string, name = organizationId, streamed = false, job = false) =>
    admission.enter({ organizationId, patient: true, streamed, job }).then((left) => {
      entered.push(name);
      leave.set(name, left);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { entered, leave, ask, settled };
}

describe('who may run a query', () => {
  it('an organization that runs nothing finds a place while others may have more than one (QUERY-6)', async () => {
    const { entered, ask, settled } = asking(new Admission(LIMITS));
    for (const name of ['a1', 'a2', 'b1', 'b2']) void ask(name[0]!, name);
    await settled();
    expect(entered).toEqual(['a1', 'a2', 'b1']);
    await ask('c');
    expect(entered).toEqual(['a1', 'a2', 'b1', 'c']);
  });

  it('gives each organization its turn, whatever one of them has waiting', async () => {
    const { entered, leave, ask, settled } = asking(new Admission({ ...LIMITS, running: 1 }));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void ask(name[0]!, name);
    for (const next of ['a1', 'a2', 'b1', 'c1', 'a3']) {
      await settled();
      expect(entered.at(-1)).toBe(next);
      leave.get(next)!();
    }
  });

  it('streams leave places to short answers, and no organization has all of theirs (QUERY-10)', async () => {
    const { entered, leave, ask, settled } = asking(new Admission(LIMITS));
    for (const [name, streamed] of [
      ['a-stream', true],
      ['a-other-stream', true],
      ['b-stream', true],
      ['c-stream', true],
      ['d', false],
      ['a', false],
    ] as const)
      void ask(name[0]!, name, streamed);
    await settled();
    expect(entered).toEqual(['a-stream', 'b-stream', 'd']);
    void ask('e', 'e');
    await settled();
    expect(entered.slice(3)).toEqual(['e']);
    // The stream of `a` that waits keeps not its short answer.
    leave.get('d')!();
    leave.get('e')!();
    await settled();
    expect(entered.slice(4)).toEqual(['a']);
    leave.get('a-stream')!();
    await settled();
    expect(entered.slice(5)).toEqual(['c-stream']);
  });

  it('streams and search jobs of any organizations leave a place to a short answer (QUERY-6)', async () => {
    const { entered, leave, ask, settled } = asking(new Admission(LIMITS));
    void ask('a', 'a-stream', true);
    void ask('b', 'b-stream', true);
    for (const name of ['c-job', 'd-job']) void ask(name[0]!, name, false, true);
    await settled();
    expect(entered).toEqual(['a-stream', 'b-stream', 'c-job']);
    await ask('e');
    leave.get('a-stream')!();
    await settled();
    expect(entered.slice(3)).toEqual(['e', 'd-job']);
  });

  it.each([
    [1, 1, 1, 1],
    [2, 2, 1, 1],
    [4, 2, 2, 1],
    [16, 8, 8, 7],
    [256, 256, 128, 127],
  ])(
    'of %i places, %i of an organization, streams have %i, %i of an organization',
    (running, own, streams, ownStreams) => {
      expect(placesOf(running, own)).toMatchObject({ streams, streamsPerOrganization: ownStreams });
    },
  );

  it('a place that is given back twice is free once', async () => {
    const admission = new Admission(LIMITS);
    const leave = await admission.enter({ organizationId: 'a' });
    await admission.enter({ organizationId: 'a' });
    leave();
    leave();
    expect(admission.state).toEqual({ running: 1, waiting: 0 });
  });

  it.each([
    ['too many of one organization', 'a', LIMITS, 'Too many queries wait for their turn.'],
    ['too many of all', 'c', { ...LIMITS, waiting: 2 }, 'Too many queries wait for their turn.'],
    ['a wait that was too long', 'c', LIMITS, 'The query waited too long for its turn.'],
  ])('refuses %s', async (_, organization, limits, message) => {
    const admission = new Admission({ ...limits, running: 1 });
    await admission.enter({ organizationId: 'b' });
    for (const waiting of ['a', 'a']) void admission.enter({ organizationId: waiting }).catch(() => undefined);
    await expect(admission.enter({ organizationId: organization })).rejects.toMatchObject({
      kind: 'resource_exhausted',
      message,
    });
    expect(admission.state.running).toBe(1);
  });

  it('a query that leaves the queue gets no place', async () => {
    const admission = new Admission({ ...LIMITS, running: 1 });
    const leave = await admission.enter({ organizationId: 'b' });
    const gone = new AbortController();
    const waiting = admission.enter({ organizationId: 'a', signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    expect(admission.state).toEqual({ running: 0, waiting: 0 });
  });
});
