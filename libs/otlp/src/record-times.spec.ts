import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRecords } from './count-records.js';
import { logRequests, metricRequests, recordsToProtobuf } from './records.fixture.js';
import { readLogRows, readMetricRows, type RowEncoding } from './read-rows.js';

function heard(bytes: Uint8Array, encoding: RowEncoding, signal: 'logs' | 'metrics'): (number | undefined)[] {
  const times: (number | undefined)[] = [];
  const count = countRecords(bytes, encoding, signal, (micros) => times.push(micros));
  expect(times).toHaveLength(count);
  return times;
}

function read(bytes: Uint8Array, encoding: RowEncoding, signal: 'logs' | 'metrics'): number[] {
  const times: number[] = [];
  const note = (nanos: bigint) => times.push(Number(nanos / 1_000n));
  if (signal === 'logs') readLogRows(bytes, encoding, (row) => note(row.timeUnixNanos || row.observedUnixNanos));
  else readMetricRows(bytes, encoding, (row) => note(row.timeUnixNanos));
  return times;
}

const requests = fc.oneof(
  logRequests.map((request) => ({ signal: 'logs' as const, request: request as object })),
  metricRequests.map((request) => ({ signal: 'metrics' as const, request: request as object })),
);

describe('the time of a record that is counted', () => {
  it('is the one that its row gets, in any request', () => {
    fc.assert(
      fc.property(requests, ({ signal, request }) => {
        const json = Buffer.from(JSON.stringify(request));
        const protobuf = recordsToProtobuf(signal, request as never);
        expect(heard(json, 'json', signal)).toEqual(read(json, 'json', signal));
        expect(heard(protobuf, 'protobuf', signal)).toEqual(read(protobuf, 'protobuf', signal));
      }),
    );
  });

  it('is that of a native record’s line', () => {
    const lines = Buffer.from('{"_timestamp":1700000000000001,"body":"a"}\n{"_timestamp":5,"time_unix_nano":5999}\n');
    expect(heard(lines, 'records', 'logs')).toEqual([1_700_000_000_000_001, 5]);
    expect(heard(lines, 'records', 'logs')).toEqual(read(lines, 'records', 'logs'));
  });

  it('is unknown where the record cannot be read to its end', () => {
    // A log record that ends in the midst of its time: field 1, eight bytes announced, two there.
    const cut = Uint8Array.of(0x0a, 0x07, 0x12, 0x05, 0x12, 0x03, 0x09, 1, 2);
    expect(heard(cut, 'protobuf', 'logs')).toEqual([undefined]);
  });
});
