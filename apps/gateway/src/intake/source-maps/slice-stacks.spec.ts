import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { readLogRows, readSpanRows } from '@spanwise/otlp/read-rows';
import { replacedSlice, stacksIn } from './slice-stacks.js';

const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const STACK = [text('exception.type', 'E'), text('exception.stacktrace', 'at a (main.js:1:1)'), text('x', 'y')];
const resource = { attributes: [text('service.name', 'shop'), text('service.version', '1')] };
const SPAN = {
  traceId: '1'.repeat(32),
  spanId: '2'.repeat(16),
  name: 'GET /',
  startTimeUnixNano: '1000000000',
  endTimeUnixNano: '2000000000',
  attributes: [text('exception.stacktrace', 'of a span'), { key: 'n', value: { intValue: '9007199254740993' } }],
};
const EVENT = { name: 'exception', timeUnixNano: '1500000000', attributes: STACK };
const TRACES = {
  resourceSpans: [
    {
      resource,
      scopeSpans: [{ scope: { name: 's' }, spans: [{ ...SPAN, events: [EVENT, EVENT] }, SPAN] }],
      schemaUrl: 'u',
    },
    { scopeSpans: [{ spans: [{ ...SPAN, events: [EVENT] }] }] },
  ],
};
const LOGS = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [{ timeUnixNano: '1', attributes: STACK }] }] }] };
const LINE = {
  _timestamp: 1,
  'service.name': 'shop',
  'service.version': '1',
  'exception.stacktrace': 'at a (main.js:1:1)',
  n: 1,
};

const sliced = (signal: 'traces' | 'logs', encoding: LogSlice['encoding'], bytes: Uint8Array): LogSlice => ({
  organizationId: ORGANIZATION,
  stream: 'default',
  signal,
  encoding,
  coding: 'gzip',
  recordCount: 3,
  dedupeKey: Buffer.alloc(16, 7),
  bytes: gzipSync(bytes),
  sha256: sliceDigest(gzipSync(bytes)),
});
const json = (value: object) => Buffer.from(JSON.stringify(value));
const replaceOne = (stack: string, { release }: { release: string }) =>
  stack.startsWith('at a') && release === '1' ? 'at total (cart.ts:1:1)' : undefined;

async function replaced(slice: LogSlice): Promise<LogSlice> {
  const found = await stacksIn(slice);
  return replacedSlice(slice, found!.bytes, replaceOne);
}

describe('a slice with other stacks', () => {
  it.each<['json' | 'protobuf', Uint8Array]>([
    ['json', json(TRACES)],
    ['protobuf', encodeJson(json(TRACES), 'traces')],
  ])('of spans in %s is the same otherwise', async (encoding, bytes) => {
    const slice = sliced('traces', encoding, bytes);
    const made = await replaced(slice);
    expect(made).toMatchObject({ encoding: 'protobuf', recordCount: 3, dedupeKey: slice.dedupeKey });
    expect(made.sha256).toEqual(sliceDigest(made.bytes));
    const rows = { before: [] as object[], after: [] as object[] };
    readSpanRows(bytes, encoding, (row) => rows.before.push(structuredClone(row)));
    readSpanRows(gunzipSync(made.bytes), 'protobuf', (row) => rows.after.push(structuredClone(row)));
    const other = {
      'exception.stacktrace': 'at total (cart.ts:1:1)',
      'exception.stacktrace.generated': 'at a (main.js:1:1)',
    };
    const [first] = rows.before as { events: { attributes: object }[] }[];
    for (const event of first!.events) event.attributes = { ...event.attributes, ...other };
    expect(rows.after).toEqual(rows.before);
  });

  it('of log records likewise, also of native ones', async () => {
    const made = await replaced(sliced('logs', 'json', json(LOGS)));
    const rows: object[] = [];
    readLogRows(gunzipSync(made.bytes), 'protobuf', (row) => rows.push(row.attributes));
    expect(rows).toMatchObject([{ 'exception.stacktrace': 'at total (cart.ts:1:1)', x: 'y' }]);
    const lines = `${JSON.stringify({ n: 1 })}\n{"big":9007199254740993,${JSON.stringify(LINE).slice(1)}\n`;
    const native = await replaced(sliced('logs', 'records', Buffer.from(lines)));
    expect(gunzipSync(native.bytes).toString()).toBe(
      `{"n":1}\n{"big":9007199254740993,${JSON.stringify({ ...LINE, 'exception.stacktrace': 'at total (cart.ts:1:1)', 'exception.stacktrace.generated': 'at a (main.js:1:1)' }).slice(1)}\n`,
    );
  });

  it('is the slice itself where no stack has another, or where it would not fit the log', async () => {
    const slice = sliced('traces', 'json', json(TRACES));
    const { bytes } = (await stacksIn(slice))!;
    expect(await replacedSlice(slice, bytes, () => undefined)).toBe(slice);
    const spans = Array.from({ length: 2_000 }, () => ({ ...SPAN, events: [EVENT] }));
    const many = sliced('traces', 'json', json({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }));
    const long = 'x'.repeat(100_000);
    const grown = await replacedSlice(many, (await stacksIn(many))!.bytes, () => long);
    expect(gunzipSync(grown.bytes).length).toBeLessThan(20 * 1024 * 1024);
    const noise = Array.from({ length: 1_500_000 }, () => Math.random().toString(36)).join('');
    expect(await replacedSlice(slice, bytes, () => noise)).toBe(slice);
    expect(await stacksIn(sliced('logs', 'json', json({ resourceLogs: [] })))).toBeUndefined();
  });
});
