import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAudit, recordExport } from '@spanwise/contracts/iam/audit';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, TestGateway } from '../../gateway.fixture.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
  await gateway.answer(readAudit.subject, { items: [] });
  await gateway.answer(recordExport.subject, { recorded: true });
});
afterAll(() => gateway.stop());

const context = contextWith({ permissions: ['audit.read'] });
const exported = (token: string, signal?: AbortSignal) =>
  gateway.fetch('/api/v1/audit/export', { token, ...(signal && { signal }) });

it('a connection that is reset while its credential is asked for does not stand in the way of the next export', async () => {
  const { questions } = gateway.iam;
  let answer = () => {};
  gateway.iam.held = new Promise<void>((resolve) => (answer = resolve));
  const reader = new AbortController();
  const left = exported(gateway.iam.admit(context), reader.signal).catch(() => undefined);
  await eventually(() => expect(gateway.iam.questions).toBe(questions + 1));
  reader.abort();
  await left;
  // The gateway notices only after a moment that the reader has gone.
  await new Promise((resolve) => setTimeout(resolve, 200));
  answer();
  const token = gateway.iam.admit(context);
  await eventually(async () => expect((await exported(token)).status).toBe(200));
});
