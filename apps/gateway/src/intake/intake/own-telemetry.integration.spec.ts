import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { StoredMsg } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GATEWAY_HEALTH_HEADER } from '@spanwise/contracts/base/gateway-health';
import {
  decodeLogMessage,
  INGEST_STREAM,
  OWN_MESSAGE_HEADER,
  type LogSlice,
} from '@spanwise/contracts/log/log-message';
import {
  MAX_TELEMETRY_BYTES,
  systemOrganization,
  TELEMETRY_SUBJECT,
} from '@spanwise/contracts/telemetry/own-telemetry';
import { fromProtobuf, toProtobuf } from '@spanwise/otlp/otlp.fixture';
import { eventually } from '@spanwise/testing/eventually';
import { ORGANIZATION, TestGateway } from '../../gateway.fixture.js';

const SYSTEM = '00000000-0000-7000-8000-0000000000ff';
const THRESHOLD = 'ot=th:8';
let gateway: TestGateway;
let token: string;
let asked: unknown[];

beforeAll(async () => {
  gateway = await TestGateway.start({ SPANWISE_TRACING_INTAKE_RATIO: '0.5' });
  token = gateway.iam.admit();
  asked = await gateway.answer(systemOrganization.subject, { organization_id: SYSTEM });
});
beforeEach(async () => {
  await gateway.sendHeartbeat();
  await gateway.emptyLog();
});
afterAll(() => gateway.stop());

const id = (bytes: number) => randomBytes(bytes).toString('hex');
const traces = () => {
  const nowMicros = BigInt(Date.now()) * 1_000n;
  const span = {
    traceId: id(16),
    spanId: id(8),
    name: 'x',
    startTimeUnixNano: `${nowMicros}000`,
    endTimeUnixNano: `${nowMicros + 5n}000`,
  };
  return toProtobuf({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
};
const publish = (bytes: Uint8Array) => gateway.connection.publish(TELEMETRY_SUBJECT('apm'), bytes);
const isOwn = ({ organizationId }: LogSlice) => organizationId === SYSTEM;

async function stored(): Promise<StoredMsg[]> {
  const { state } = await gateway.manager.streams.info(INGEST_STREAM(0));
  const seqs = Array.from({ length: state.messages }, (_, index) => state.first_seq + index);
  const all = await Promise.all(seqs.map((seq) => gateway.manager.streams.getMessage(INGEST_STREAM(0), { seq })));
  return all.filter(({ header }) => !header.has(GATEWAY_HEALTH_HEADER));
}

const counted = async (series: string): Promise<number> => {
  const text = await (await gateway.fetch('/metrics')).text();
  return Number(new RegExp(`^${series} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
};
const outcomes = (outcome: string) => counted(`spanwise_telemetry_requests_total{outcome="${outcome}"}`);
const refused = () => counted('spanwise_intake_refused_requests_total{reason="overload"}');

describe('spans of a service about itself', () => {
  it('are all taken that come while iam is asked whose they are, and it is asked once', async () => {
    for (let sent = 0; sent < 3; sent++) publish(gzipSync(traces()));
    await eventually(async () => {
      expect((await stored()).flatMap(({ data }) => decodeLogMessage(data))).toHaveLength(3);
    });
    expect(asked).toHaveLength(1);
  });

  it('are in the log for the system organization, in a stream that clients may not name', async () => {
    publish(gzipSync(traces()));
    await eventually(async () => {
      const [message] = await stored();
      expect(decodeLogMessage(message!.data)).toMatchObject([
        { organizationId: SYSTEM, stream: '_spanwise', encoding: 'protobuf', coding: 'gzip', recordCount: 1 },
      ]);
      // A message without a sender's span begins no chain of spans about spans.
      expect([message!.header.has('traceparent'), message!.header.has(OWN_MESSAGE_HEADER)]).toEqual([false, true]);
    });
    publish(gzipSync(traces()));
    await eventually(async () => expect(await stored()).toHaveLength(2));
    expect(asked).toHaveLength(1);
  });

  it.each<[string, number, () => Uint8Array | Promise<Uint8Array>]>([
    ['that cannot be inflated', 0, () => Buffer.from('nonsense')],
    ['that cannot be read', 0, () => gzipSync('nonsense')],
    ['that are too large', 0, () => Buffer.alloc(MAX_TELEMETRY_BYTES + 1)],
    [
      'that come while the figures lag',
      1,
      async () => {
        const projection = { lagSeconds: 6, lagMessages: 1, replaying: false, logFullness: 0, outboxRows: 0 };
        await gateway.sendHeartbeat({ projector: { projection: { ...projection, ledgerImbalance: 0 } } });
        return gzipSync(traces());
      },
    ],
  ])('%s are dropped and counted; %i as refused by the product (ALERT-100)', async (_, refusals, make) => {
    const before = await outcomes('dropped');
    const refusedBefore = await refused();
    publish(await make());
    await eventually(async () => expect(await outcomes('dropped')).toBe(before + 1));
    expect((await refused()) - refusedBefore).toBe(refusals);
    expect((await stored()).flatMap(({ data }) => decodeLogMessage(data)).filter(isOwn)).toEqual([]);
  });
});

describe('a log message', () => {
  const send = () =>
    gateway.fetch('/v1/traces', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(traces()),
    });

  it('carries the span that sent it when its first request was in the sample, and then says how many it stands for', async () => {
    for (let sent = 0; sent < 24; sent++) expect((await send()).status).toBe(200);
    const ofClients = (await stored()).filter(({ data }) => decodeLogMessage(data)[0]!.organizationId === ORGANIZATION);
    const traced = ofClients.filter(({ header }) => header.has('traceparent'));
    expect(ofClients).toHaveLength(24);
    expect(traced.length).toBeGreaterThan(0);
    expect(traced.length).toBeLessThan(24);
    expect(ofClients.filter(({ header }) => header.has(OWN_MESSAGE_HEADER))).toEqual([]);
    for (const { header } of traced) {
      expect(header.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(header.get('tracestate')).toContain(THRESHOLD);
    }
    await eventually(async () => {
      const slices = (await stored()).flatMap(({ data }) => decodeLogMessage(data)).filter(isOwn);
      const requests = slices.map(({ bytes }) => fromProtobuf(gunzipSync(bytes)));
      const text = JSON.stringify(requests);
      // Two spans of each: the request, and the sending of its message.
      expect(text.split('"send ingest.0"')).toHaveLength(traced.length + 1);
      expect(text.split('"POST /v1/traces"')).toHaveLength(traced.length + 1);
    });
  });
});
