import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf, billingOf, isLater, positionOf, stateOfStatus, type BillingFacts } from './subscription-life.js';

const DAY_MS = 86_400_000;

describe('the state of a subscription (ACCESS-16)', () => {
  it.each([
    ['customer.subscription.updated', 'active', 'active'],
    ['customer.subscription.created', 'trialing', 'active'],
    ['customer.subscription.updated', 'past_due', 'past_due'],
    ['customer.subscription.updated', 'unpaid', 'suspended'],
    ['customer.subscription.created', 'incomplete', 'suspended'],
    ['customer.subscription.paused', 'paused', 'suspended'],
    ['customer.subscription.updated', 'canceled', 'cancelled'],
    ['customer.subscription.updated', 'incomplete_expired', 'cancelled'],
    ['customer.subscription.deleted', 'active', 'cancelled'],
    ['customer.subscription.updated', 'something_new', 'pending'],
    ['customer.subscription.updated', 'constructor', 'pending'],
  ])('after %s with the status %s is %s', (type, status, state) => {
    expect(stateOfStatus(type, status)).toBe(state);
  });
});

describe('the position of an event in its life', () => {
  const event = fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    type: fc.constantFrom(...['created', 'updated', 'deleted'].map((name) => `customer.subscription.${name}`)),
    created: fc.integer({ min: 0, max: 3 }),
    state: fc.constantFrom('active' as const, 'past_due' as const, 'cancelled' as const),
  });
  const lastOf = (events: Parameters<typeof positionOf>[0][]) =>
    events.map(positionOf).reduce((last, next) => (isLater(next, last) ? next : last));

  it('leaves the same last one in every order and with every repetition', () => {
    const lives = fc
      .uniqueArray(event, { minLength: 1, maxLength: 7, selector: ({ id }) => id })
      .chain((life) =>
        fc.tuple(
          fc.constant(life),
          fc.shuffledSubarray([...life, ...life], { minLength: 2 * life.length, maxLength: 2 * life.length }),
        ),
      );
    fc.assert(
      fc.property(lives, ([life, arrived]) => {
        expect(lastOf(arrived)).toEqual(lastOf(life));
      }),
    );
  });

  it('is behind the end, whatever its time says', () => {
    const ended = positionOf({ id: 'a', type: 'customer.subscription.deleted', created: 1, state: 'cancelled' });
    const revived = positionOf({ id: 'b', type: 'customer.subscription.updated', created: 9, state: 'active' });
    expect([isLater(ended, revived), isLater(revived, ended)]).toEqual([true, false]);
  });
});

it.each([
  [[], undefined],
  [['cancelled', 'active'], 'active'],
  [['suspended', 'pending', 'past_due'], 'pending'],
  [['cancelled', 'suspended'], 'suspended'],
] as const)('of the subscriptions %s the best one is %s', (states, best) => {
  expect(bestOf(states)).toBe(best);
});

describe('billing of an organization', () => {
  const facts = (change: Partial<BillingFacts> = {}): BillingFacts => ({
    enabled: true,
    enabledAtMs: 5 * DAY_MS,
    trialDays: 14,
    organizationCreatedMs: DAY_MS,
    system: false,
    subscription: undefined,
    ...change,
  });

  it.each<[string, Partial<BillingFacts>, object]>([
    ['where nothing is billed', { enabled: false, subscription: 'cancelled' }, { billing_state: 'active' }],
    ['of the platform itself', { system: true }, { billing_state: 'active' }],
    [
      'that was there before billing has its trial from then',
      {},
      { billing_state: 'trial', trial_ends_micros: 19 * DAY_MS * 1_000 },
    ],
    [
      'that came after has its trial from its own beginning',
      { organizationCreatedMs: 9 * DAY_MS },
      { billing_state: 'trial', trial_ends_micros: 23 * DAY_MS * 1_000 },
    ],
    ['with a subscription that is not settled yet', { subscription: 'pending' }, { billing_state: 'active' }],
    ['with a cancelled subscription', { subscription: 'cancelled' }, { billing_state: 'cancelled' }],
  ])('%s', (_, change, billing) => {
    expect(billingOf(facts(change))).toEqual(billing);
  });
});
