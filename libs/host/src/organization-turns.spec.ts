import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrganizationTurns, type TurnOptions } from './organization-turns.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let said: object[];
let registry: Registry;
beforeEach(() => ([said, registry] = [[], new Registry()]));

const turnsOf = (options: Partial<TurnOptions> = {}) =>
  new OrganizationTurns({ loop: 'test', fault: 'waits', budgetMs: 1_000, ...options }, {
    registry,
    logger: { warn: (fields: object) => said.push(fields) },
  } as unknown as ConstructorParameters<typeof OrganizationTurns>[1]);
const metric = async (name: string) => (await registry.getSingleMetric(name)!.get()).values[0]?.value;
const never = () => new Promise<void>(() => undefined);

describe('turns of organizations', () => {
  it('one that fails keeps no other from its own, and is said once and counted', async () => {
    const turns = turnsOf();
    const done: string[] = [];
    const work = async (id: string) => {
      if (id === 'b') throw new Error('broken');
      done.push(id);
    };
    await turns.round(['a', 'b', 'c'], work);
    await turns.round(['a', 'b', 'c'], work);
    expect(done.toSorted()).toEqual(['a', 'a', 'c', 'c']);
    expect(said).toEqual([expect.objectContaining({ organization_id: 'b', failures: 1, error: 'broken' })]);
    expect([turns.failuresOf('a'), turns.failuresOf('b')]).toEqual([0, 2]);
    expect(await metric('spanwise_organization_turn_failures_total')).toBe(2);
    expect(await metric('spanwise_organizations_failing')).toBe(1);
    await turns.round(['a', 'b', 'c'], async () => undefined);
    expect([turns.failuresOf('b'), await metric('spanwise_organizations_failing')]).toEqual([0, 0]);
  });

  it('one that hangs keeps no other waiting for longer than its time, and has no second one meanwhile', async () => {
    const turns = turnsOf();
    const begun: string[] = [];
    const work = (id: string) => {
      begun.push(id);
      return id === 'a' ? never() : Promise.resolve();
    };
    const first = turns.round(['a', 'b', 'c'], work);
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(begun).toEqual(['a', 'b', 'c']);
    await turns.round(['a', 'b', 'c'], work);
    expect(begun).toEqual(['a', 'b', 'c', 'b', 'c']);
    expect(await metric('spanwise_organization_turns_late_total')).toBe(1);
  });

  it('one that was late is not waited for the next time, until it is in time again', async () => {
    const turns = turnsOf();
    const takesMs = async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const lasts = async (work: () => Promise<void>): Promise<number> => {
      const startedMs = performance.now();
      let lastedMs = -1;
      void turns.round(['a'], work).then(() => (lastedMs = performance.now() - startedMs));
      await vi.advanceTimersByTimeAsync(5_000);
      return lastedMs;
    };
    expect(await lasts(() => takesMs(2_000))).toBe(1_000);
    expect(await lasts(() => takesMs(500))).toBe(0);
    expect(await lasts(async () => undefined)).toBe(0);
    expect(await lasts(() => takesMs(500))).toBe(500);
  });

  it('so many that hang are waited for, since they would use up everything', async () => {
    const turns = turnsOf();
    let begun = 0;
    void turns.round(
      Array.from({ length: 10 }, (_, at) => `${at}`),
      () => {
        begun++;
        return never();
      },
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun).toBe(5);
  });

  it('one with much to do has its next turn after all others’', async () => {
    const turns = turnsOf();
    const begun: string[] = [];
    let left = 2;
    await turns.round(['a', 'b', 'c'], async (id) => {
      begun.push(id);
      return id === 'a' && left-- > 0;
    });
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('a turn knows when its time is over', async () => {
    let steps = 0;
    const round = turnsOf({ budgetMs: 50 }).round(['a'], async (_, turn) => {
      for (; !turn.isOver(); steps++) await new Promise((resolve) => setTimeout(resolve, 20));
      return false;
    });
    await vi.advanceTimersByTimeAsync(100);
    await round;
    expect(steps).toBe(3);
  });

  it('a round begins after the last one that began', async () => {
    const turns = turnsOf();
    const begun: string[] = [];
    const work = async (id: string) => void begun.push(id);
    await turns.round(['a', 'b'], work);
    await turns.round(['a', 'b', 'c'], work);
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('no more than the bound are under way at once', async () => {
    const turns = turnsOf({ atOnce: 2 });
    const ends: (() => void)[] = [];
    const round = turns.round(['a', 'b', 'c'], () => new Promise<void>((resolve) => ends.push(resolve)));
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    ends[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(3);
    ends.forEach((end) => end());
    await round;
  });

  it('one that fails again and again waits for longer each time, a minute at most', async () => {
    const turns = turnsOf();
    const fail = () => Promise.reject(new Error('broken'));
    for (const restMs of [100, 200, 400]) {
      await turns.round(['a'], fail);
      expect(turns.resting()).toEqual(['a']);
      await vi.advanceTimersByTimeAsync(restMs - 1);
      expect(turns.resting()).toEqual(['a']);
      await vi.advanceTimersByTimeAsync(1);
      expect(turns.resting()).toEqual([]);
    }
    for (let count = 0; count < 20; count++) await turns.round(['a'], fail);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(turns.resting()).toEqual([]);
  });
});
