/** Telemetry that is made to cost: no record delays another organization's. */
// A product of its own: it has a planted fault.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEdit, copyProgram } from '../harness/program-copy.js';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { eventually, type Waiting } from '@spanwise/testing/eventually';
import { httpCall } from '../../src/http-call.js';
import { serverSpan } from '../../src/product.fixture.js';

const flags = scenarioFlags();
const START = { environment: { LOG_LEVEL: 'warn', SPANWISE_RESTART_LIMIT: '1000' } };

/** A product with a second organization, whose people send and read nothing hostile. */
class TwoOrganizations {
  private constructor(
    readonly product: Product,
    /** Of the second organization. */
    private readonly token: string,
    private readonly ingestToken: string,
  ) {}

  static async start(root?: string, more: Record<string, string> = {}): Promise<TwoOrganizations> {
    const environment = { ...START.environment, ...more };
    const product = await Product.start({ environment, ...(root !== undefined && { root }) });
    const call = async <T>(line: string, token: string, body?: object) =>
      (await httpCall<T>(product.baseUrl, line, { token, ...(body && { body }) })).body;
    const owner = await product.ownerToken();
    const organizations = await call<{ id: string; system: boolean }[]>('GET /orgs', owner);
    const { id: sys } = organizations.find(({ system }) => system)!;
    const { token: system } = await call<{ token: string }>(`POST /orgs/${sys}/select`, owner);
    const { id } = await call<{ id: string }>('POST /orgs', system, { name: 'Acme', slug: 'acme' });
    const { token } = await call<{ token: string }>(`POST /orgs/${id}/select`, owner);
    const ingest = await call<{ token: string }>('GET /auth/tokens/default', token);
    return new TwoOrganizations(product, token, ingest.token);
  }

  /** A request of the second organization, which is counted soon. */
  async expectCounted(service: string, waiting?: Waiting): Promise<void> {
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
    const body = { resourceSpans: [{ resource, scopeSpans: [{ spans: [serverSpan(Date.now() * 1_000)] }] }] };
    await eventually(async () => {
      const sent = await this.post('/v1/traces', JSON.stringify(body), this.ingestToken);
      expect(sent).toBe(200);
    }, waiting);
    await eventually(async () => {
      const answer = await fetch(`${this.product.baseUrl}/api/v1/apm/services`, {
        headers: { authorization: `Bearer ${this.token}` },
      });
      expect(await answer.text()).toContain(`"${service}"`);
    }, waiting);
  }

  async expectHealthy(): Promise<void> {
    await eventually(async () => {
      const answer = await fetch(`${this.product.baseUrl}/api/v1/healthz`);
      expect(await answer.json()).toMatchObject({ status: 'ok' });
    });
  }

  /** A log record of the first organization, by its ingest token. */
  async sendRecord(stacktrace: string, message = 'order 17'): Promise<void> {
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const { traceId, spanId, startTimeUnixNano } = serverSpan(Date.now() * 1_000) as Record<string, string>;
    const attributes = [
      text('exception.type', 'shop.Broken'),
      text('exception.message', message),
      text('exception.stacktrace', stacktrace),
    ];
    const record = { traceId, spanId, timeUnixNano: startTimeUnixNano, severityNumber: 17, attributes };
    const resource = { attributes: [text('service.name', 'cart')] };
    const json = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] });
    expect(await this.post('/v1/logs', gzipSync(json), this.product.intakeToken, { 'content-encoding': 'gzip' })).toBe(
      200,
    );
  }

  /** The projector dies by a signal, and the launcher starts it again. */
  async killProjector(): Promise<void> {
    const before = this.product.pid('projector')!;
    process.kill(before, 'SIGKILL');
    await eventually(() => expect(this.product.pid('projector')).not.toBe(before));
  }

  private async post(
    path: string,
    body: string | Uint8Array,
    token: string,
    headers: Record<string, string> = {},
  ): Promise<number> {
    const response = await fetch(`${this.product.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body,
    });
    await response.text();
    return response.status;
  }
}

describe('a record that crashes the process that reads it', () => {
  /** Two ends, and one more for each step of the halving: each is the start of a process, and the end of one that hangs. */
  const ENDS: Waiting = { takesMs: 120_000 };
  /** A process that gets no processor for five seconds does not hang. */
  const STALL_LIMIT = '6s';
  const ADD = 'result.fold.addException(slice.organizationId, exception);';
  let world: TwoOrganizations;
  let remove: (() => void) | undefined;
  beforeAll(async () => {
    const copy = copyProgram((root) => {
      applyEdit(root, {
        file: 'apps/projector/dist/dedup/batch-processor.js',
        find: ADD,
        // No time limit stops a call of the system.
        replace: `{
          if (exception.message === 'ends the projector') process.kill(process.pid, 'SIGKILL');
          if (exception.message === 'holds the projector')
            process.getBuiltinModule('node:child_process').execFileSync('sleep', ['15'], { stdio: 'ignore' });
          ${ADD}
        }`,
      });
      applyEdit(root, {
        file: 'apps/projector/dist/store/segment-spool.js',
        find: 'segment.add(line, bytes);',
        replace: `{
          if (line.includes('ends the store writer')) process.kill(process.pid, 'SIGKILL');
          segment.add(line, bytes);
        }`,
      });
    });
    remove = copy.remove;
    world = await TwoOrganizations.start(copy.root, { SPANWISE_STALL_LIMIT: STALL_LIMIT });
  });
  afterAll(() => {
    world?.product.stop();
    remove?.();
  });

  const letters = async () => (await world.product.run('admin', 'dead-letters')).output.trim().split('\n');

  it('ends the projector twice, is a dead letter, and the shard goes on', async () => {
    await world.sendRecord('at x', 'ends the projector');
    await world.expectCounted('checkout', ENDS);
    await world.expectHealthy();
    expect((await letters()).filter((letter) => letter.includes('ends_process'))).toHaveLength(1);
    await world.killProjector();
    await world.expectCounted('payment');
    await world.expectHealthy();
  }, 600_000);

  /** Each step of the halving hangs for seconds: `libs/host/src/loop-watch.system.spec.ts` ends a process that hangs at once. */
  it.runIf(flags.full)(
    'hangs, is ended from outside the event loop, and is a dead letter as well',
    async () => {
      await world.sendRecord('at x', 'holds the projector');
      await world.expectCounted('shipping', ENDS);
      await world.expectHealthy();
      expect((await letters()).filter((letter) => letter.includes('ends_process'))).toHaveLength(2);
    },
    600_000,
  );

  it('ends the store writer, is counted, and is a gap in what is stored; storing goes on', async () => {
    // While the figures lag, intake refuses.
    await eventually(() => world.sendRecord('at x', 'ends the store writer'));
    await world.expectCounted('mail');
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${world.product.instance.ports.projector}/metrics`);
      const metrics = await answer.text();
      expect(metrics).toMatch(/^spanwise_store_lost_total(\{[^}]*\})? 1$/m);
      expect(metrics).toMatch(/^spanwise_store_lag_messages(\{[^}]*\})? 0$/m);
    }, ENDS);
    await world.expectHealthy();
    expect((await letters()).filter((letter) => letter.includes('ends_process'))).toHaveLength(flags.full ? 2 : 1);
  }, 600_000);
});
