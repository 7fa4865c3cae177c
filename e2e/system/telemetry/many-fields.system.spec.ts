/** A stream has 1,000 places for fields; one span of 2,000 attributes takes them all. */
// A product of its own: its metrics are counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from '../../src/product.fixture.js';

let client: Client;

beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client?.product.stop());

const FRESH = 'my.fresh.attr';

const send = async (attributes: object[], spans = 1): Promise<void> => {
  const sent = Array.from({ length: spans }, () => serverSpan(Date.now() * 1_000, { attributes }));
  expect(await client.send(sent, { 'service.name': 'wide' })).toBe(200);
};
const fresh = { key: FRESH, value: { intValue: '42' } };
const burst = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `burst.${from + at}`, value: { stringValue: 'v' } }));

const query = (statement: string) =>
  client.api.POST('/api/v1/query', {
    body: { language: 'sql', statement, time_range: { start: 0, end: Date.now() * 1_000 + 60_000_000 } },
  });

async function schema() {
  const streams = await answered(client.api.GET('/api/v1/streams', { params: { query: { stream_type: 'traces' } } }));
  const { id } = streams.find(({ name }) => name === 'default')!;
  return answered(client.api.GET('/api/v1/streams/{id}/schema', { params: { path: { id } } }));
}

async function metric(service: 'apm' | 'projector', name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${client.product.instance.ports[service]}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1]);
}

describe('after one span of 2,000 attributes', () => {
  beforeAll(async () => {
    await send(burst(0, 2_000));
    await eventually(async () => expect((await schema()).overflow?.fields).toBeGreaterThan(900));
  });

  it('a fresh attribute answers by its name at once, and is said to have no place', async () => {
    const before = await metric('apm', 'spanwise_apm_unplaced_fields_total');
    expect(before).toBeGreaterThan(900);
    await send([fresh]);
    await eventually(async () => {
      const { rows, unplaced_fields, field_overflow } = await answered(
        query(`select "${FRESH}" + 1 from traces."default" where "${FRESH}" is not null`),
      );
      expect(rows).toEqual([[43]]);
      expect(unplaced_fields).toEqual([FRESH]);
      expect(field_overflow).toMatchObject([{ stream: 'default', stream_type: 'traces' }]);
    });
    const { fields, overflow } = await schema();
    expect(fields.some(({ name }) => name === FRESH)).toBe(false);
    expect(overflow).toMatchObject({ names: { length: 20 } });
    expect(overflow!.since_micros).toBeGreaterThan((Date.now() - 600_000) * 1_000);
    expect(await metric('apm', 'spanwise_apm_unplaced_fields_total')).toBeGreaterThan(before);
  });

  it('a name that never came is refused as before', async () => {
    const { error, response } = await query('select "never.came" from traces."default"');
    expect([response.status, (error as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('"never.came" not found'),
    ]);
  });

  it('it has a column once it is frequent', async () => {
    await eventually(async () => {
      await send([fresh], 10);
      await sleep(1_500);
      expect((await schema()).fields).toContainEqual(expect.objectContaining({ name: FRESH, data_type: 'int64' }));
    });
    const { columns } = await answered(query('select * from traces."default" limit 1'));
    expect(columns).toContain(FRESH);
    const { rows, unplaced_fields } = await answered(query(`select sum("${FRESH}") > 42 from traces."default"`));
    expect([rows, unplaced_fields]).toEqual([[[true]], undefined]);
  });

  it('and 20,000 more, every name that came answers, whether it is held or not', async () => {
    for (let from = 10_000; from < 30_000; from += 5_000) await send(burst(from, 5_000));
    await eventually(async () => {
      expect((await schema()).overflow).toMatchObject({ more: true });
      const { rows } = await answered(
        query('select count("burst.7"), count("burst.1999"), count("burst.29999") from traces."default"'),
      );
      expect(rows).toEqual([[1, 1, 1]]);
    });
    const { rows, unplaced_fields } = await answered(query('select count("never.came") from traces."default"'));
    expect([rows, unplaced_fields]).toEqual([[[0]], ['never.came']]);
    // The store's process says its totals once a second.
    const unannounced = () => metric('projector', 'spanwise_store_untold_fields_total');
    await eventually(async () => expect(await unannounced()).toBeGreaterThan(0));
    const { rows: still } = await answered(query(`select max("${FRESH}") from traces."default"`));
    expect(still).toEqual([[42]]);
  });
});
