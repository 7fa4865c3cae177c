import { describe, expect, it } from 'vitest';
import { labelsOf, readLokiProtobuf } from './loki-protobuf.js';
import { pushRequest } from './loki-protobuf.fixture.js';

describe('the labels of a stream of Loki', () => {
  it.each<[string, Record<string, string> | undefined]>([
    ['{job="varlogs", filename="/var/log/a b"}', { job: 'varlogs', filename: '/var/log/a b' }],
    ['{}', {}],
    [' { a = "1" , b="2",} ', { a: '1', b: '2' }],
    [String.raw`{a="q\"\\\n\tä\x41\u00e9\U0001F600"}`, { a: 'q"\\\n\täAé😀' }],
    ['{a=`raw\\n`}', { a: 'raw\\n' }],
    ['{a="x,b=\\"y\\""}', { a: 'x,b="y"' }],
    ['{__proto__="x"}', Object.fromEntries([['__proto__', 'x']])],
    ['job="x"', undefined],
    ['{job="x}', undefined],
    ['{job=x}', undefined],
    ['{a="1" b="2"}', undefined],
    [`{a="${'x'.repeat(70_000)}"}`, undefined],
  ])('%s', (text, expected) => expect(labelsOf(text)).toEqual(expected));
});

it('every line has its time, its labels and its own members; a stream without labels is named at each of its lines', async () => {
  const body = pushRequest([
    {
      labels: '{service_name="orders", level="warn"}',
      entries: [{ nanos: 1_767_225_600_123_456_789n, line: 'one', more: { trace_id: 'x' } }],
    },
    { labels: 'none', entries: [{ nanos: 1n, line: 'a' }, { nanos: 2n, line: 'b' }] }, // prettier-ignore
  ]);
  const { items } = await readLokiProtobuf(body);
  expect(items).toEqual([
    {
      record: expect.objectContaining({
        body: 'one',
        attributes: { service_name: 'orders', level: 'warn', trace_id: 'x' },
        severity_text: 'warn',
      }),
    },
    { reason: 'the labels of its stream cannot be read' },
    { reason: 'the labels of its stream cannot be read' },
  ]);
  expect(JSON.stringify(items[0], (_, value) => (typeof value === 'bigint' ? String(value) : value))).toContain(
    '1767225600123456',
  );
});

it('a label that is not UTF-8 is named, and not stored as another value; a member of any name is kept', async () => {
  const nanos = 1_767_225_600_000_000_000n;
  const broken = (body: Buffer) => Buffer.from(body.map((byte) => (byte === 0x7e ? 0xff : byte)));
  const items = async (labels: string, more: Record<string, string>) =>
    (await readLokiProtobuf(broken(pushRequest([{ labels, entries: [{ nanos, line: 'x', more }] }])))).items;
  expect(await items('{a="~"}', {})).toEqual([{ reason: 'the labels of its stream cannot be read' }]);
  expect(await items('{a="b"}', { c: '~' })).toEqual([{ reason: 'a label is not UTF-8' }]);
  const [item] = await items('{a="b"}', Object.fromEntries([['__proto__', 'kept']]));
  expect(JSON.stringify('record' in item! && item.record.attributes)).toBe('{"a":"b","__proto__":"kept"}');
});

it.each([Buffer.from('hello'), Buffer.from([0x0a, 0xff, 0x01]), Buffer.from([0x08, 0x01])])(
  'what is no such message throws or is empty, and never hangs: %s',
  async (bytes) =>
    expect(
      await readLokiProtobuf(bytes).then(
        ({ items }) => items,
        () => [],
      ),
    ).toEqual([]),
);
