/** Exceptions as runtimes and bundlers print them, sent through the gateway: one cause is one group. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BUNDLED,
  DIFFERENT_MESSAGES,
  SAME_MESSAGES,
  STACKS,
} from '@spanwise/span-model/grouping/same-and-different.fixture';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const CASES = [...BUNDLED, ...STACKS];
const MINUTE = 60_000_000;
const start = Math.floor(Date.now() / 60_000 - 3) * MINUTE;
const range = { from: start, to: start + 3 * MINUTE, namespace: 'groups' };

let client: Client<Tenant>;

interface Thrown {
  type?: string;
  message?: string;
  stacktrace?: string;
}

const failed = (thrown: Thrown) =>
  serverSpan(start + MINUTE, {
    status: { code: 2 },
    events: [
      {
        name: 'exception',
        timeUnixNano: `${start + MINUTE}000`,
        attributes: Object.entries({ type: 'E', ...thrown }).map(([name, stringValue]) => ({
          key: `exception.${name}`,
          value: { stringValue },
        })),
      },
    ],
  });

const send = async (service: string, thrown: Thrown[]) =>
  expect(await client.send(thrown.map(failed), { 'service.name': service, 'service.namespace': 'groups' })).toBe(200);

const groupsOf = async (service: string) =>
  (
    await answered(client.api.GET('/api/v1/apm/errors', { params: { query: { ...range, service, limit: 100 } } }))
  ).items.map(({ occurrence_count: count }) => count);

const variantsOf = (stack: string, replaced: readonly (readonly [string, string])[]) =>
  replaced.map(([from, to]) => ({ stacktrace: stack.replaceAll(from, () => to) }));

beforeAll(async () => {
  client = await Client.join();
  for (const [at, { stack, same, different }] of CASES.entries())
    await send(`case-${at}`, [{ stacktrace: stack }, ...variantsOf(stack, same), ...variantsOf(stack, different)]);
  for (const [name, pairs] of Object.entries({ same: SAME_MESSAGES, different: DIFFERENT_MESSAGES }))
    await send(
      name,
      pairs.flatMap((pair, at) => pair.map((message) => ({ type: `Pair${at}`, message }))),
    );
  const all =
    CASES.reduce((sum, { same, different }) => sum + 1 + same.length + different.length, 0) +
    2 * (SAME_MESSAGES.length + DIFFERENT_MESSAGES.length);
  await eventually(async () => {
    const { red } = await answered(client.api.GET('/api/v1/apm/overview', { params: { query: range } }));
    expect(red.error_count).toBe(all);
  });
});

describe('errors of one cause', () => {
  it.each(CASES.map((one, at) => [one.name, at, one] as const))(
    '%s is one group over builds, hosts and lines, and another where the cause is',
    async (_, at, { same, different }) => {
      const groups = await groupsOf(`case-${at}`);
      expect(groups.toSorted((a, b) => b - a)).toEqual(
        [1 + same.length, ...different.map(() => 1)].toSorted((a, b) => b - a),
      );
    },
  );

  it('are identified by their messages without hosts, replicas and statements', async () => {
    expect(await groupsOf('same')).toEqual(SAME_MESSAGES.map(() => 2));
    expect(await groupsOf('different')).toEqual(DIFFERENT_MESSAGES.flatMap(() => [1, 1]));
  });
});
