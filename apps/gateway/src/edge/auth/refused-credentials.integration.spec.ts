/** A client that invents credentials is refused without a check after a while, at every route, and blocks no other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiToken } from '@spanwise/contracts/authz/api-token';
import { readAudit, recordExport } from '@spanwise/contracts/iam/audit';
import { contextWith, TestGateway } from '../../gateway.fixture.js';

const MOST = 20;
const TRIES = 60;
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  const environment = { SPANWISE_RATE_REFUSED: String(MOST), SPANWISE_TRUSTED_PROXIES: '127.0.0.0/8' };
  gateway = await TestGateway.start(environment);
  token = gateway.iam.admit(contextWith({ permissions: ['streams.write', 'audit.read'] }));
  await gateway.answer(readAudit.subject, { items: [] });
  await gateway.answer(recordExport.subject, { recorded: true });
});
afterAll(() => gateway.stop());

describe('invented tokens from one address', () => {
  it.each([
    ['192.0.2.1', 'POST', '/v1/logs'],
    ['192.0.2.2', 'POST', '/api/v1/ingest/logs/default'],
    ['192.0.2.3', 'POST', '/api/v1/prometheus/api/v1/write'],
    ['192.0.2.4', 'POST', '/api/v1/_bulk'],
    ['192.0.2.5', 'GET', '/api/v1/audit/export'],
    ['192.0.2.6', 'GET', '/api/v1/apm/services'],
  ])(
    'of %s at %s %s are not each asked about, and a credential that was good passes',
    async (address, method, path) => {
      const status = async (credential: string) => {
        const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' };
        const body = method === 'POST' ? { body: '{}' } : {};
        const response = await gateway.fetch(path, { method, headers, token: credential, ...body });
        await response.text();
        return response.status;
      };
      const good = await status(token);
      expect([401, 429]).not.toContain(good);
      const before = gateway.iam.questions;
      const answers = await Promise.all(Array.from({ length: TRIES }, () => status(makeApiToken().token)));
      const limited = answers.filter((one) => one === 429).length;
      // A place comes back every three seconds.
      expect(limited).toBeGreaterThan(TRIES / 2);
      expect(answers.filter((one) => one === 401)).toHaveLength(TRIES - limited);
      expect(gateway.iam.questions - before).toBe(TRIES - limited);
      expect(await status(token)).toBe(good);
    },
  );
});
