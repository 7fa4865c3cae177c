import { describe, expect, it } from 'vitest';
import { appliedStreamTime } from './readiness.js';

const row = (shard: number, part: number, stream_time: number) => ({
  shard,
  part,
  n: '1',
  stream_time: `${stream_time}`,
});

describe('the stream time of a step (ALERT-4)', () => {
  const pairs = [
    { shard: 0, partition: 0 },
    { shard: 1, partition: 0 },
  ];

  it('is that of the shard and partition that is furthest behind', () =>
    expect(appliedStreamTime([row(0, 0, 9), row(1, 0, 7)], pairs)).toBe(7));

  it('is not known while one of them has applied nothing, or all have', () => {
    expect(appliedStreamTime([row(0, 0, 9)], pairs)).toBeUndefined();
    expect(appliedStreamTime([], [])).toBeUndefined();
  });
});
