import { describe, expect, it } from 'vitest';
import { ServiceError, unauthorized, unavailable } from '@spanwise/contracts/base/errors';
import { contextWith } from '../../gateway.fixture.js';
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
});

describe('credentials that do not hold', () => {
  const ADDRESS = '192.0.2.1';
  const refuse = async () => Promise.reject(unauthorized());
  const throttled = async (of: RequestLimits, credential: string, work: () => Promise<unknown>, address = ADDRESS) =>
    of.throttleFailures(address, credential, work).then(
      () => 'good',
      (error: ServiceError) => error.kind,
    );
  /** Answers to so many invented ones at once. */
  const invented = async (of: RequestLimits, count: number) => {
    let questions = 0;
    const ask = async () => {
      questions++;
      return refuse();
    };
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => throttled(of, `invented ${at}`, ask)));
    return { questions, limited: answers.filter((kind) => kind === 'resource_exhausted').length };
  };

  it('are asked about 30 times of 1,500 that come at once', async () => {
    expect(await invented(limits(), 1_500)).toEqual({ questions: 30, limited: 1_470 });
  });

  it('stand in the way of no other address, and of none that was good within the hour', async () => {
    const of = limits();
    expect(await throttled(of, 'known', async () => 1)).toBe('good');
    await invented(of, 100);
    expect(await throttled(of, 'known', async () => 1)).toBe('good');
    expect(await throttled(of, 'new', async () => 1)).toBe('resource_exhausted');
    expect(await throttled(of, 'new', async () => 1, '192.0.2.2')).toBe('good');
    nowMs += 3_600_001;
    await invented(of, 100);
    expect(await throttled(of, 'known', async () => 1)).toBe('resource_exhausted');
  });

  it('count once a minute when they are the same: a revoked Collector has no other client refused', async () => {
    const of = limits();
    for (let times = 0; times < 29; times++) {
      expect(await throttled(of, 'revoked', refuse)).toBe('unauthorized');
      nowMs += 2_000;
    }
    expect((await invented(of, 100)).questions).toBe(30);
    nowMs += 60_000;
    for (let times = 0; times < 10; times++) await throttled(of, 'revoked', refuse);
    expect((await invented(of, 100)).questions).toBe(29);
  });

  it('count for the network of an IPv6 host, which has as many addresses as it likes', async () => {
    const of = limits();
    const kinds = [];
    for (let host = 1; host <= 31; host++)
      kinds.push(await throttled(of, `guess ${host}`, refuse, `2001:db8:1:2::${host}`));
    expect(kinds.filter((kind) => kind === 'unauthorized')).toHaveLength(30);
    expect(await throttled(of, 'another', refuse, '2001:db8:1:3::1')).toBe('unauthorized');
  });

  it('are asked about no oftener than new ones when they are repeated, and block no other client', async () => {
    const of = limits();
    const answers = await Promise.all(Array.from({ length: 1_500 }, () => throttled(of, 'revoked', refuse)));
    const repeated = await Promise.all(Array.from({ length: 1_500 }, () => throttled(of, 'revoked', refuse)));
    expect(answers.filter((kind) => kind === 'unauthorized')).toHaveLength(30);
    expect(repeated.filter((kind) => kind === 'unauthorized')).toHaveLength(30);
    expect(await throttled(of, 'new', async () => 1, '192.0.2.2')).toBe('good');
    nowMs += 5_000;
    const later = await Promise.all(Array.from({ length: 100 }, () => throttled(of, 'revoked', refuse)));
    expect(later.filter((kind) => kind === 'unauthorized')).toHaveLength(2);
    expect(await throttled(of, 'new here', async () => 1)).toBe('good');
  });

  it('count once more when they were good until now', async () => {
    const of = limits();
    expect(await throttled(of, 'revoked now', async () => 1)).toBe('good');
    const answers = await Promise.all(Array.from({ length: 100 }, () => throttled(of, 'revoked now', refuse)));
    expect(answers).toContain('unauthorized');
    const repeated = await Promise.all(Array.from({ length: 1_500 }, () => throttled(of, 'revoked now', refuse)));
    expect(repeated.filter((kind) => kind === 'unauthorized')).toHaveLength(30);
  });

  it.each(['not_found', 'invalid_argument'] as const)('are those of links too, whose answer is %s', async (kind) => {
    const of = limits();
    const missing = () => Promise.reject(new ServiceError(kind, 'There is no such link.'));
    for (let times = 0; times < 30; times++) expect(await throttled(of, `link ${times}`, missing)).toBe(kind);
    expect(await throttled(of, 'one more', missing)).toBe('resource_exhausted');
  });

  it('are signatures, each of which counts, and a sender who is known passes', async () => {
    const of = limits();
    const attempt = (sender: string, work: () => Promise<unknown>) =>
      of.throttleFailedAttempts(ADDRESS, sender, work).then(
        () => 'good',
        (error: ServiceError) => error.kind,
      );
    expect(await attempt('known', async () => 1)).toBe('good');
    const answers = [];
    for (let times = 0; times < 100; times++) answers.push(await attempt('stranger', refuse));
    expect(answers.filter((kind) => kind === 'unauthorized')).toHaveLength(30);
    expect(await attempt('new', async () => 1)).toBe('resource_exhausted');
    expect(await attempt('known', async () => 1)).toBe('good');
    expect(await attempt('known', refuse)).toBe('resource_exhausted');
    expect(await attempt('known', async () => 1)).toBe('good');
  });

  it('take no place when they are good, or when iam could not answer', async () => {
    const of = limits();
    for (let times = 0; times < 100; times++) {
      expect(await throttled(of, `good ${times}`, async () => 1)).toBe('good');
      expect(await throttled(of, `unasked ${times}`, async () => Promise.reject(unavailable('away')))).toBe(
        'unavailable',
      );
    }
    expect((await invented(of, 100)).questions).toBe(30);
  });
});
