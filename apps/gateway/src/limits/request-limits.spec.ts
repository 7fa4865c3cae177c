import { describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/errors';
import { contextWith } from '../gateway.fixture.js';
import { RequestLimits } from './request-limits.js';

let nowMs = 0;
const limits = () => new RequestLimits({ account: 60, organization: 120, refused: 30 }, () => nowMs);
const user = (subject: string, organization = 'o') =>
  contextWith({ subject_type: 'user', subject, organization_id: organization });

function taken(times: number, take: () => void): { admitted: number; refusal?: ServiceError } {
  for (let admitted = 0; admitted < times; admitted++) {
    try {
      take();
    } catch (error) {
      return { admitted, refusal: error as ServiceError };
    }
  }
  return { admitted: times };
}

describe('the limits of requests', () => {
  it('admit a burst of an account, then its pace; others are not touched', () => {
    const of = limits();
    const { admitted, refusal } = taken(100, () => of.takeCall(user('a')));
    expect(admitted).toBe(6);
    expect(refusal).toMatchObject({
      kind: 'resource_exhausted',
      retryAfterSeconds: 1,
      rateLimit: { name: 'account', quota: 60, windowSeconds: 60 },
    });
    expect(taken(1, () => of.takeCall(user('b'))).admitted).toBe(1);
    nowMs += 1_000;
    expect(taken(2, () => of.takeCall(user('a'))).admitted).toBe(1);
  });

  it('hold for an organization however many accounts it has', () => {
    const of = limits();
    let person = 0;
    expect(taken(100, () => of.takeCall(user(`p${person++}`))).refusal?.rateLimit?.name).toBe('organization');
    expect(person).toBe(13);
    expect(taken(1, () => of.takeCall(user('x', 'other'))).admitted).toBe(1);
  });

  it('hold an organization to the quota of its own, lower or higher', () => {
    const of = limits();
    const called = (quota: number, organization: string) => {
      let person = 0;
      const call = () => of.takeCall({ ...user(`q${person++}`, organization), quotas: { requests_per_minute: quota } });
      return taken(100, call);
    };
    expect(called(20, 'small')).toMatchObject({ admitted: 2, refusal: { rateLimit: { quota: 20 } } });
    expect(called(500, 'large').admitted).toBe(50);
  });

  it('count the refused credentials of an address', () => {
    const of = limits();
    expect(taken(100, () => of.takeRefusal('192.0.2.1')).admitted).toBe(30);
    expect(taken(1, () => of.takeRefusal('192.0.2.2')).admitted).toBe(1);
  });
});
