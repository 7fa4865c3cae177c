/** Answers from stored telemetry: whole, or said to lack something; a name means one thing wherever it is asked for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const start = Math.floor(Date.now() / 60_000 - 3) * 60_000_000;
const time_range = { start, end: start + 600_000_000 };

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

describe('a statement that fails after many rows', () => {
  const statement = "select case when i = 390000 then 'x' else '1' end::int as n from range(400000) t(i)";
  const asked = { language: 'sql' as const, statement, time_range };
  const cause = "Could not convert string 'x' to INT32";

  it('ends its stream with an error, not as complete (QUERY-2)', async () => {
    const response = await fetch(`${client.product.baseUrl}/api/v1/query/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
      body: JSON.stringify(asked),
    });
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(100_000);
    const last = JSON.parse(lines.at(-1)!) as object;
    expect(last).toEqual({
      __error__: { error: 'invalid_argument', message: expect.stringContaining(cause) as string },
    });
  });

  it('fails its search job (QUERY-3)', async () => {
    const { job_id: id } = await answered(client.api.POST('/api/v1/query/jobs', { body: asked }));
    await eventually(async () => {
      const job = await answered(client.api.GET('/api/v1/query/jobs/{id}', { params: { path: { id } } }));
      expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining(cause) as string });
    });
  });
});
