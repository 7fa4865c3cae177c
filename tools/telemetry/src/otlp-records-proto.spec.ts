import { describe, expect, it } from 'vitest';
import { recordsToProtobuf } from './otlp-records-proto.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a request of records as protobuf', () => {
  it('has the field numbers of opentelemetry-proto', () => {
    const logRecords = [{ severityNumber: 9, body: { stringValue: 'x' }, traceId: 'ab'.repeat(16) }];
    const record = `10092a030a01784a10${'ab'.repeat(16)}`;
    expect(hex(recordsToProtobuf({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, 'logs'))).toBe(
      `0a1d121b1219${record}`,
    );
  });

  it('says a zero where one is given, and all digits of a time', () => {
    const point = { timeUnixNano: '1674981729479245266', asInt: '0' };
    const metrics = [{ name: 'm', gauge: { dataPoints: [point] } }];
    const bytes = hex(recordsToProtobuf({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }, 'metrics'));
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE(1674981729479245266n);
    expect(bytes).toContain(`19${time.toString('hex')}`);
    expect(bytes).toContain(`31${'00'.repeat(8)}`);
  });

  it('loses nothing that it does not know', () => {
    expect(() => recordsToProtobuf({ resourceLogs: [{ scopes: [] }] }, 'logs')).toThrow('no member scopes');
  });
});
