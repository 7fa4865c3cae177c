import { describe, expect, it } from 'vitest';
import type { Heartbeat } from '@spanwise/contracts/base/heartbeat';
import { createLogger } from '@spanwise/host/logger';
import type { Heartbeats } from './heartbeat.js';
import { ShardCheck } from './shard-check.js';

describe('a process with three shards', () => {
  it.each<[string, (number | undefined)[], boolean[]]>([
    ['works while the projector is silent, or is older and names none', [undefined], [true]],
    ['works with as many', [3], [true]],
    ['refuses a projector with fewer', [1], [false]],
    ['refuses one with more', [4], [false]],
    ['refuses until the projector has as many', [1, undefined, 1, 3], [false, false, false, true]],
    ['goes on with what it began with while another number is rolled out', [3, 4, 3], [true, true, true]],
  ])('%s', (_, heard, up) => {
    let newest: number | undefined;
    const heartbeats = { newest: () => ({ projection: { shards: newest } }) as unknown as Heartbeat };
    const check = new ShardCheck(heartbeats as unknown as Heartbeats, 3, createLogger('gateway', 'silent'));
    const states = heard.map((shards) => {
      newest = shards;
      return check.state().up;
    });
    expect(states).toEqual(up);
  });
});
