import { describe, expect, it } from 'vitest';
import { trustFacts, trustLevel, type Meta } from './trust.js';

const MINUTE = 60_000_000;
const meta = (change: Partial<Meta> = {}): Meta => ({
  range: { from: 100 * MINUTE, to: 160 * MINUTE },
  resolution: 'minute',
  projection_started_at: 0,
  last_complete_bucket_at: 153 * MINUTE,
  data_quality: { partial: false, gaps: [], overflow_dimensions: [] },
  activation_boundary: false,
  accuracy: { quantile_relative_error: 0.01, sampling: { exact: 0, adjusted: 0, unknown: 1 } },
  ...change,
});
const kinds = (of: Meta): string[] => trustFacts(of).map(({ kind }) => kind);

describe('what is known of an answer', () => {
  it('is to where it is complete, and what still grows', () => {
    expect(trustFacts(meta()).slice(0, 2)).toEqual([
      { kind: 'complete', until: 154 * MINUTE },
      { kind: 'open', since: 154 * MINUTE, until: 160 * MINUTE },
    ]);
    expect(trustLevel(meta())).toBe('open');
  });

  it('of a closed range is that it is complete, and of a new one that it is open', () => {
    const closed = meta({ last_complete_bucket_at: 300 * MINUTE });
    expect([kinds(closed), trustLevel(closed)]).toEqual([['complete', 'sampling', 'quantiles'], 'complete']);
    expect(trustFacts(closed)[0]).toEqual({ kind: 'complete', until: 160 * MINUTE });
    expect(trustFacts(meta({ last_complete_bucket_at: 0 }))[0]).toEqual({
      kind: 'open',
      since: 100 * MINUTE,
      until: 160 * MINUTE,
    });
  });

  it('names gaps with their reason and count, overflow, clocks, and what began within the range', () => {
    const gaps = [
      { range: { start: 110 * MINUTE, end: 111 * MINUTE }, reason: 'late', dropped_facts: 7, recorded_at: 0 },
    ];
    const quality = { partial: true, gaps, overflow_dimensions: ['transactions'], clock_skew: 3 };
    const of = meta({ data_quality: quality, activation_boundary: true, projection_started_at: 105 * MINUTE });
    expect(kinds(of)).toEqual(['begun', 'complete', 'open', 'gap', 'overflow', 'clock_skew', 'sampling', 'quantiles']);
    expect(trustFacts(of)[3]).toEqual({
      kind: 'gap',
      from: 110 * MINUTE,
      to: 111 * MINUTE,
      reason: 'late',
      dropped: 7,
    });
    expect(trustLevel(of)).toBe('partial');
  });

  it('says that figures are behind where nothing else is the reason', () => {
    const quality = { partial: true, gaps: [], overflow_dimensions: [] };
    expect(kinds(meta({ data_quality: quality }))).toContain('behind');
  });

  it('says nothing of sampling without spans', () => {
    const accuracy = { quantile_relative_error: 0.01, sampling: { exact: 0, adjusted: 0, unknown: 0 } };
    expect(kinds(meta({ accuracy }))).not.toContain('sampling');
  });
});
