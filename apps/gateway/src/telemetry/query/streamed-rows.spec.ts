import { describe, expect, it } from 'vitest';
import type { StreamReply } from '@spanwise/bus/stream-client';
import type { QuerySummary } from '@spanwise/contracts/telemetry/query';
import { jsonAnswer, sharedAnswer } from './streamed-rows.js';

/** An answer that has come: one row of a stream with fields beyond its places. */
function replied(): StreamReply<QuerySummary> {
  const tail: QuerySummary = {
    columns: ['a'],
    rows: 1,
    scanned_rows: 7,
    took_ms: 3,
    unplaced_fields: ['a'],
    field_overflow: [{ stream: 's', stream_type: 'logs', since_micros: 1, fields: 1, names: ['salary'] }],
    unfit_fields: [{ stream: 's', stream_type: 'logs', name: 'a', data_type: 'int64', records: 1 }],
  };
  async function* rows() {
    yield Buffer.from('[12345678901234567890]\n');
  }
  return Object.assign(rows(), { tail, cancel: () => undefined }) as unknown as StreamReply<QuerySummary>;
}

describe('the answer of a statement', () => {
  it('says to the organization what its streams have beyond the places of their schemas', async () => {
    expect(await jsonAnswer(replied())).toBe(
      '{"columns":["a"],"rows":[[12345678901234567890]],"scanned_rows":7,"took_ms":3,"unplaced_fields":["a"],' +
        '"field_overflow":[{"stream":"s","stream_type":"logs","since_micros":1,"fields":1,"names":["salary"]}],' +
        '"unfit_fields":[{"stream":"s","stream_type":"logs","name":"a","data_type":"int64","records":1}]}',
    );
  });

  it('names no other field of a stream to whom it is shared with', async () => {
    expect(await sharedAnswer(replied())).toBe(
      '{"columns":["a"],"rows":[[12345678901234567890]],"scanned_rows":7,"took_ms":3}',
    );
  });
});
