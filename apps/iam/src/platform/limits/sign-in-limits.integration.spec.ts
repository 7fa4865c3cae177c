import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { runInScope, scopeFrom } from '@spanwise/host/request-scope';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { Clock } from '../../clock.js';
import { migrations } from '../../db/migrations.js';
import { Scopes } from '../../db/scopes.js';
import { SignInLimits } from './sign-in-limits.js';

class TestClock extends Clock {
  atMs = 1_800_000_000_000;
  override nowMs(): number {
    return this.atMs;
  }
}

const HOUR_MS = 3_600_000;
const GUESSES = 1_000;
const AT_ONCE = 20;
const OWNER = 'owner@example.org';
const HOME = '192.0.2.1';

let database: ScratchDatabase;
let source: Database;
let clock: TestClock;
let limits: SignInLimits;

beforeAll(async () => {
  database = await scratchDatabase('limits');
  await provision(database.url, TEST_PASSWORDS);
  const url = database.urlAs('spanwise_iam');
  await migrate(createDataSource({ url, schema: 'iam', applicationName: 'test', migrations }), url, 'iam');
  source = await Database.open(createDataSource({ url, schema: 'iam', applicationName: 'test' }));
});
beforeEach(async () => {
  await source.pool.query('truncate sign_in_limits, sign_in_places');
  clock = new TestClock();
  limits = new SignInLimits(new Scopes(source), clock);
});
afterAll(async () => {
  await source.close();
  await database.drop();
});

const from = <T>(address: string, work: () => Promise<T>): Promise<T> =>
  runInScope(scopeFrom(undefined, undefined, { address }), work);
const attempt = (email: string, address: string): Promise<ServiceError | undefined> =>
  from(address, () => limits.signIn(email)).then(
    () => undefined,
    (error: ServiceError) => error,
  );

describe('guesses at one account', () => {
  it('are evaluated 60 times an hour at most of 1,000, however many addresses they come from; the owner signs in', async () => {
    await from(HOME, () => limits.succeeded(OWNER));
    let evaluated = 0;
    for (let guess = 0; guess < GUESSES; guess += AT_ONCE) {
      clock.atMs += (HOUR_MS / GUESSES) * AT_ONCE;
      const addresses = Array.from({ length: AT_ONCE }, (_, at) => guess + at).map(
        (number) => `10.${number % 40}.${number % 97}.${number % 251}`,
      );
      const answers = await Promise.all(addresses.map((address) => attempt(OWNER, address)));
      evaluated += answers.filter((answer) => answer === undefined).length;
    }
    expect(evaluated).toBeLessThanOrEqual(60);
    expect(evaluated).toBeGreaterThan(50);
    expect(await attempt(OWNER, HOME)).toBeUndefined();
  });

  it('go on at their pace where the clock is set back an hour', async () => {
    for (let guess = 0; guess < 10; guess++) await attempt(OWNER, HOME);
    const refused = await attempt(OWNER, HOME);
    expect(refused).toMatchObject({ kind: 'resource_exhausted' });
    // Longer than the limit itself can make a client wait.
    clock.atMs -= 24 * HOUR_MS;
    expect(await attempt(OWNER, HOME)).toBeUndefined();
    expect(await attempt(OWNER, HOME)).toMatchObject({ kind: 'resource_exhausted' });
  });

  it('from the owner’s own network slow that network down, and no other that is known', async () => {
    await from(HOME, () => limits.succeeded(OWNER));
    await from('198.51.100.1', () => limits.succeeded(OWNER));
    for (let guess = 0; guess < 5; guess++) expect(await attempt(OWNER, HOME)).toBeUndefined();
    expect(await attempt(OWNER, HOME)).toMatchObject({ kind: 'resource_exhausted', retryAfterSeconds: 300 });
    expect(await attempt(OWNER, '198.51.100.1')).toBeUndefined();
    clock.atMs += 300_000;
    expect(await attempt(OWNER, HOME)).toBeUndefined();
  });

  it('are forgotten with the first success there', async () => {
    for (let guess = 0; guess < 4; guess++) await attempt(OWNER, HOME);
    await from(HOME, () => limits.succeeded(OWNER));
    for (let guess = 0; guess < 5; guess++) expect(await attempt(OWNER, HOME)).toBeUndefined();
  });

  it('at once are counted one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(OWNER, HOME)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(5);
  });
});

describe('guesses from one address', () => {
  it('at many accounts are limited by the address', async () => {
    let evaluated = 0;
    for (let guess = 0; guess < 50; guess++) {
      if ((await attempt(`user${guess}@example.org`, HOME)) === undefined) evaluated++;
    }
    expect(evaluated).toBe(20);
  });
});

describe('counters', () => {
  it('that limit nothing any more are removed, and hold no address in clear', async () => {
    await attempt(OWNER, HOME);
    await from(HOME, () => limits.succeeded(OWNER));
    const { rows } = await source.pool.query(
      'select l::text as row from sign_in_limits l union all select p::text from sign_in_places p',
    );
    expect(JSON.stringify(rows)).not.toMatch(/example|192\.0/);
    clock.atMs += 31 * 24 * HOUR_MS;
    await limits.sweep();
    const left = await source.pool.query('select from sign_in_limits union all select from sign_in_places');
    expect(left.rowCount).toBe(0);
  });
});

describe('invitations', () => {
  const invite = async (email: string, subject: string, organizationId = 'o'): Promise<boolean> => {
    const context = { organization_id: organizationId, subject } as IamContext;
    const sent = new Scopes(source).in({}, (client) => limits.invitation(client, email, context));
    return sent.then(
      () => true,
      (error: ServiceError) => {
        expect(error.kind).toBe('resource_exhausted');
        return false;
      },
    );
  };
  const sentBy = async (subject: string, name: string): Promise<number> => {
    let sent = 0;
    for (let one = 0; one < 70; one++) if (await invite(`${name}-${one}@example.org`, subject)) sent++;
    return sent;
  };

  it('are 3 an hour to one address, 60 by one inviter and 200 of one organization; others are not counted', async () => {
    const often = [];
    for (let one = 0; one < 5; one++) often.push(await invite('often@example.org', 'x'));
    expect(often).toEqual([true, true, true, false, false]);
    expect(await invite('often@example.org', 'x', 'another')).toBe(true);
    await source.pool.query('truncate sign_in_limits');
    expect([await sentBy('a', 'a'), await sentBy('b', 'b'), await sentBy('c', 'c'), await sentBy('d', 'd')]).toEqual([
      60, 60, 60, 20,
    ]);
    clock.atMs += HOUR_MS;
    expect(await sentBy('a', 'a')).toBe(60);
  });
});
