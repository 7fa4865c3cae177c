import { describe, expect, it } from 'vitest';
import { differences, shortfall, type LedgerSum, type UsageDay } from './usage-faults.js';

const DAY = '2026-11-21';
const none = { bytes: 0, received: 0, counted: 0 };
const usage = (change: Partial<UsageDay> = {}): UsageDay => ({
  organization_id: 'a',
  day: DAY,
  bytes: 100,
  traces: { bytes: 100, received: 10, counted: 9 },
  logs: none,
  metrics: none,
  ...change,
});
const ledger = (change: Partial<LedgerSum> = {}): LedgerSum => ({
  organization_id: 'a',
  day: DAY,
  signal: 0,
  bytes: 100,
  received: 10,
  counted: 9,
  ...change,
});

describe('usage beside the ledger', () => {
  it('that is the same has no fault', () => {
    expect(differences([usage()], [ledger()])).toEqual([]);
  });

  it.each<[string, UsageDay[], LedgerSum[]]>([
    ['a byte more', [usage()], [ledger({ bytes: 99 })]],
    ['a span fewer', [usage()], [ledger({ received: 11 })]],
    ['another count', [usage()], [ledger({ counted: 10 })]],
    ['another day', [usage()], [ledger({ day: '2026-11-20' })]],
    ['another organization', [usage()], [ledger({ organization_id: 'b' })]],
    ['another signal', [usage()], [ledger({ signal: 1 })]],
    ['nothing', [], [ledger()]],
    ['too much', [usage()], []],
    ['a sum that is not one', [usage({ bytes: 101 })], [ledger()]],
  ])('that says %s is a fault', (_, days, sums) => {
    expect(differences(days, sums).length).toBeGreaterThan(0);
  });

  it('has every byte that was acknowledged', () => {
    expect(shortfall([usage(), usage({ day: '2026-11-20' })], 200)).toEqual([]);
    expect(shortfall([usage()], 101)).toHaveLength(1);
  });
});
