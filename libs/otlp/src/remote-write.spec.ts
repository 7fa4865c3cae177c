// @module-tag long
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OtlpError } from './otlp-error.js';
import { readMetricRows } from './read-rows.js';
import { series, snapped, writeRequest, type TestSeries } from './remote-write.fixture.js';
import { readRemoteWrite } from './remote-write.js';
import { unsnappy } from './snappy.js';
import type { MetricRow } from './telemetry-rows.js';

describe('snappy', () => {
  it('gives back what another program compressed', () => {
    const repetitive = Buffer.from('abcabcabcabd'.repeat(20_000));
    for (const bytes of [Buffer.alloc(0), Buffer.from('a'), repetitive, randomBytes(100_000), Buffer.alloc(90_000)])
      expect(Buffer.from(unsnappy(snapped(bytes)))).toEqual(bytes);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect([...unsnappy(snapped(Buffer.from(bytes)))]).toEqual([...bytes]);
      }),
    );
  });

  it.each<[string, number[]]>([
    ['whose literal leads back to itself', [0x20, 0xfc, 0xfa, 0xff, 0xff, 0xff]],
    ['that says nothing', []],
    ['that says less than it holds', [0x01, 0x04, 0x61, 0x62]],
    ['that says more than it holds', [0x05, 0x00, 0x61]],
    ['that copies from before its start', [0x05, 0x00, 0x61, 0x01, 0x09]],
    ['that copies from nowhere', [0x05, 0x00, 0x61, 0x01, 0x00]],
    ['whose length has no end', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('refuses a block %s', (_, bytes) => {
    expect(() => unsnappy(Uint8Array.from(bytes))).toThrow(/not valid snappy/);
  });

  it('refuses a length beyond the limits before anything is made of it', () => {
    for (const declared of [
      [0xff, 0xff, 0xff, 0xff, 0x0f],
      [0x80, 0x80, 0x80, 0x20],
    ])
      expect(() => unsnappy(Uint8Array.from([...declared, 0x00, 0x61]))).toThrow(/larger than 64 MiB/);
  });

  it('never throws anything but an OtlpError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          unsnappy(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(OtlpError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

const NOW_MS = 1_700_000_000_000;
const LATEST_MS = NOW_MS + 600_000;

function read(request: TestSeries[]) {
  const { metrics, rejected } = readRemoteWrite(writeRequest(request), LATEST_MS);
  const rows: MetricRow[] = [];
  for (const { bytes, pointCount } of metrics) {
    const before = rows.length;
    readMetricRows(bytes, 'protobuf', (row) => rows.push(row), true);
    expect(rows.length - before).toBe(pointCount);
  }
  return { metrics, rejected, rows };
}

describe('remote write (INTAKE-5)', () => {
  it.each([
    ['a value', { job: '~' }],
    ['a name', { '~': 'a' }],
  ])('leaves a series out where %s is not UTF-8, and does not store it as another one', (_, labels) => {
    const at = [{ value: 1, timestamp: NOW_MS }];
    const request = writeRequest([series({ __name__: 'up', ...labels }, at), series({ __name__: 'up', job: 'b' }, at)]);
    const { metrics, rejected } = readRemoteWrite(
      request.map((byte) => (byte === 0x7e ? 0xff : byte)),
      LATEST_MS,
    );
    expect(rejected).toEqual([{ index: 0, reason: 'label_not_utf8' }]);
    expect(metrics.map(({ name, pointCount }) => [name, pointCount])).toEqual([['up', 1]]);
  });

  it('gives each metric a request with all of its points', () => {
    const { metrics, rows } = read([
      series({ __name__: 'up', job: 'a' }, [{ value: 1, timestamp: NOW_MS }]),
      series({ __name__: 'rss', job: 'a' }, [
        { value: 0.1, timestamp: NOW_MS },
        { value: -0.5, timestamp: NOW_MS + 1 },
      ]),
      series({ __name__: 'up', job: 'b' }, [{ value: 0, timestamp: NOW_MS }]),
    ]);
    expect(metrics.map(({ name, pointCount }) => [name, pointCount])).toEqual([
      ['up', 2],
      ['rss', 2],
    ]);
    expect(rows).toMatchObject([
      { name: 'up', type: 'gauge', value: 1, attributes: { job: 'a' }, timeUnixNanos: BigInt(NOW_MS) * 1_000_000n },
      { name: 'up', value: 0, attributes: { job: 'b' } },
      { name: 'rss', value: 0.1 },
      { name: 'rss', value: -0.5, timeUnixNanos: BigInt(NOW_MS + 1) * 1_000_000n },
    ]);
  });

  it('keeps infinities and NaN apart from the end of a series, which has no value', () => {
    const values = [Infinity, -Infinity, Number.NaN];
    const request = writeRequest([
      series(
        { __name__: 'x' },
        [...values, 7].map((value) => ({ value, timestamp: NOW_MS })),
      ),
    ]);
    // The 7 becomes the mark.
    const seven = Buffer.alloc(8);
    seven.writeDoubleLE(7);
    const stale = Buffer.alloc(8);
    stale.writeBigUInt64LE(0x7ff0_0000_0000_0002n);
    stale.copy(request, request.indexOf(seven));
    const { metrics } = readRemoteWrite(request, LATEST_MS);
    const rows: MetricRow[] = [];
    readMetricRows(metrics[0]!.bytes, 'protobuf', (row) => rows.push(row));
    expect(rows.map(({ value }) => value)).toEqual([...values, undefined]);
  });

  it('leaves out and names what it does not take', () => {
    const future = { value: 1, timestamp: LATEST_MS + 1 };
    const { rejected, rows } = read([
      series({ __name__: 'a' }, [{ value: 1, timestamp: NOW_MS }, future, { value: 1, timestamp: -5 }]),
      { ...series({ __name__: 'b' }), histograms: [{ sum: 1 }], exemplars: [{ value: 3 }] },
    ]);
    expect(rows).toHaveLength(1);
    expect(rejected).toEqual([
      { index: 0, reason: expect.stringMatching(/10 minutes after/) },
      { index: 0, reason: expect.stringMatching(/before 1970/) },
      { index: 1, reason: expect.stringMatching(/native histograms/) },
    ]);
  });

  it('of metadata alone holds nothing', () => {
    expect(readRemoteWrite(writeRequest([], [{ type: 1, metricFamilyName: 'up' }]), LATEST_MS).metrics).toEqual([]);
  });

  const many = Object.fromEntries(Array.from({ length: 129 }, (_, at) => [`l${at}`, '']));

  it.each<[string, TestSeries]>([
    ['missing_metric_name', series({ job: 'a' })],
    ['duplicate_label', { labels: [...series({ __name__: 'a', b: '1' }).labels, { name: 'b', value: '2' }] }],
    ['empty_label_name', series({ __name__: 'a', '': 'x' })],
    ['reserved_label_name', series({ __name__: 'a', value: 'x' })],
    ['reserved_label_name', series({ __name__: 'a', _timestamp: 'x' })],
    ['too_many_labels', series({ __name__: 'a', ...many })],
    ['label_name_too_long', series({ __name__: 'a', ['n'.repeat(257)]: 'x' })],
    ['label_value_too_long', series({ __name__: 'a', b: 'x'.repeat(16_385) })],
  ])('loses no other series because one has %s', (reason, broken) => {
    const good = (value: number) => series({ __name__: 'up' }, [{ value, timestamp: NOW_MS }]);
    const samples = [1, 2, 3].map((value) => ({ value, timestamp: NOW_MS }));
    const { rows, rejected } = read([good(1), { ...broken, samples }, good(2), broken]);
    expect(rows.map(({ value }) => value)).toEqual([1, 2]);
    expect(rejected).toEqual([1, 1, 1, 3].map((index) => ({ index, reason })));
  });

  it('says at which series a metric begins', () => {
    const one = (name: string) => series({ __name__: name }, [{ value: 1, timestamp: NOW_MS }]);
    const { metrics } = read([one('a'), one('b'), one('a'), one('c')]);
    expect(metrics.map(({ name, firstSeries }) => [name, firstSeries])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 3],
    ]);
  });
});
