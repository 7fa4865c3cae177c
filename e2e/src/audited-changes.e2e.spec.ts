/** What an editor does to telemetry, as the audit log records it. */
import { beforeAll, expect, it } from 'vitest';
import type { AuditPage } from '@spanwise/contracts/iam/audit';
import { eventually } from '@spanwise/testing/eventually';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

let client: Client<Tenant>;
let neighbour: Client<Tenant>;
let owner: string;

beforeAll(async () => {
  [client, neighbour] = [await Client.join(), await Client.join()];
  owner = await client.product.ownerToken();
});

async function made(line: string, body?: object): Promise<{ id: string; job_id: string }> {
  const answer = await client.call<{ id: string; job_id: string }>(line, { token: owner, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const recordsOf = async (token: string, of: Client<Tenant> = client) =>
  (await of.call<AuditPage>('GET /audit?limit=200', { token })).body.items;

it('a stream, a saved search and a search job are not made, changed or deleted without a trace', async () => {
  const { id: stream } = await made('POST /streams', { name: 'orders', stream_type: 'logs', retention_days: 30 });
  await made(`PUT /streams/${stream}/retention`, { days: 1 });
  await made(`DELETE /streams/${stream}`);
  const search = { name: 'Slow', language: 'sql', statement: 'select 1', time_range_secs: 60 };
  const { id: view } = await made('POST /saved_views', search);
  await made(`DELETE /saved_views/${view}`);
  const time_range = { start: 0, end: Date.now() * 1_000 };
  const { job_id: job } = await made('POST /query/jobs', { language: 'sql', statement: 'select 1', time_range });
  await made(`DELETE /query/jobs/${job}`);
  await made('POST /apm/deployments', { service: 'cart', version: '2' });

  const records = await eventually(async () => {
    const found = (await recordsOf(owner)).filter(({ action }) =>
      /^(stream|saved_view|search_job|deployment)\./.test(action),
    );
    expect(found.map(({ action }) => action).toReversed()).toEqual([
      'stream.create',
      'stream.configure',
      'stream.delete',
      'saved_view.create',
      'saved_view.delete',
      'search_job.submit',
      'search_job.delete',
      'deployment.record',
    ]);
    return found.toReversed();
  });
  expect(records.map(({ target_id: id }) => id).slice(0, 7)).toEqual([stream, stream, stream, view, view, job, job]);
  expect(records[1]!.payload).toMatchObject({ name: 'orders', retention_days: 1, retention_days_before: 30 });
  for (const record of records) {
    expect(record).toMatchObject({ org_id: client.product.organizationId, actor_kind: 'user' });
    expect(record.actor_id).toBe(records[0]!.actor_id);
    expect(record.credential_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(record.request_id).toBeTypeOf('string');
  }

  const others = await recordsOf(await neighbour.product.ownerToken(), neighbour);
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ org_id: id }) => id))).toEqual(new Set([neighbour.product.organizationId]));
  expect(others.filter(({ target_id: id }) => [stream, view, job].includes(id ?? ''))).toEqual([]);
});
