/** Calls that change telemetry, and what is kept of its queries. */
import { expect } from 'vitest';
import type { Scene } from './audited-scene.fixture.js';

const SEARCH = { name: 'Slow', language: 'sql', statement: 'select 1', time_range_secs: 60 };
/** As long as it is let. */
const ENDLESS = 'select count(*) from range(100000000) a, range(100000) b';

interface Job {
  job_id: string;
  state: string;
}

export async function changeTelemetry({ call }: Scene): Promise<void> {
  await call('POST /apm/deployments', { service: 'cart', version: '2' });
  const stream = await call('POST /streams', { name: 'orders', stream_type: 'logs' });
  await call(`PUT /streams/${stream.id}/retention`, { days: 9 });
  await call(`DELETE /streams/${stream.id}`);
  const search = await call('POST /saved_views', SEARCH);
  await call(`PUT /saved_views/${search.id}`, { ...SEARCH, name: 'Slower' });
  await call(`DELETE /saved_views/${search.id}`);
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' };
  const { id } = await call('POST /sourcemaps?release=2&file=a.js', map);
  await call(`DELETE /sourcemaps/${id}`);
}

export async function searchInJobs({ call }: Scene): Promise<void> {
  const submit = (statement: string) =>
    call<Job>('POST /query/jobs', { language: 'sql', statement, time_range: { start: 0, end: 1 } });
  const endless = await submit(ENDLESS);
  await call(`POST /query/jobs/${endless.job_id}/cancel`);
  const { job_id: id } = await submit('select 1 as one');
  await expect.poll(async () => (await call<Job>(`GET /query/jobs/${id}`)).state).toBe('done');
  const { download_url: url } = await call<{ download_url: string }>(`POST /query/jobs/${id}/download`, {});
  await call(`GET /files/stream/${url.split('/files/stream/')[1]}`, undefined, { token: '' });
  await call(`DELETE /query/jobs/${id}`);
}
