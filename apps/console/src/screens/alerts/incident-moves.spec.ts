import { describe, expect, it } from 'vitest';
import type { Incident } from './incident-list.js';
import { answered, mayMove, moved, type Move } from './incident-moves.js';

const incident = (change: Partial<Incident> = {}): Incident =>
  ({ id: 'i', status: 'open', assignees: [], trace_ids: ['t'], affected_services: ['a', 'b'], ...change }) as Incident;
const BY = { by: 'ada', nowMicros: 1_000_000 };

describe('what is done with an incident', () => {
  it.each<[Move, Partial<Incident>]>([
    [{ kind: 'acknowledge' }, { status: 'acknowledged', acknowledged_at: 1_000_000, acknowledged_by: 'ada' }],
    [
      { kind: 'resolve' },
      { status: 'resolved', resolved_at: 1_000_000, resolved_by: 'ada', resolved_reason: 'by_hand' },
    ],
    [{ kind: 'assign', userId: 'bob' }, { assignees: ['bob'] }],
    [{ kind: 'assign', userId: null }, { assignees: [] }],
    [{ kind: 'snooze', seconds: 60 }, { snoozed_until: 61_000_000 }],
  ])('%j shows at once', (move, expected) => {
    const before = incident();
    expect(moved(before, move, BY)).toEqual({ ...before, ...expected });
  });

  it('that is resolved sleeps no longer', () => {
    expect(moved(incident({ snoozed_until: 5 }), { kind: 'resolve' }, BY)).not.toHaveProperty('snoozed_until');
  });

  it.each<[Incident['status'], Move['kind'][]]>([
    ['open', ['acknowledge', 'resolve', 'assign', 'snooze']],
    ['acknowledged', ['resolve', 'assign', 'snooze']],
    ['resolved', []],
  ])('while it is %s is %j', (status, allowed) => {
    const kinds = ['acknowledge', 'resolve', 'assign', 'snooze'] as const;
    expect(kinds.filter((kind) => mayMove(incident({ status }), kind))).toEqual(allowed);
  });

  it('keeps what was read around it, which the answer of a change has not', () => {
    const evidence = { error_groups: [], deployments: [], trace_ids: [], affected_services: [] };
    const answer = incident({ status: 'acknowledged', trace_ids: [], affected_services: ['a'] });
    expect(answered(incident({ evidence }), answer)).toEqual(incident({ status: 'acknowledged', evidence }));
  });
});
