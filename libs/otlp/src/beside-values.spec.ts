import { describe, expect, it } from 'vitest';
import { readLogRows, readMetricRows } from './read-rows.js';
import { recordsToProtobuf } from './records.fixture.js';
import type { LogRow, MetricRow } from './telemetry-rows.js';

const json = (request: object): Buffer => Buffer.from(JSON.stringify(request));

function metrics(bytes: Uint8Array, encoding: 'protobuf' | 'json'): MetricRow[] {
  const rows: MetricRow[] = [];
  readMetricRows(bytes, encoding, (row) => rows.push(row), true);
  return rows;
}

function logs(bytes: Uint8Array, encoding: 'protobuf' | 'json'): LogRow[] {
  const rows: LogRow[] = [];
  readLogRows(bytes, encoding, (row) => rows.push(row), true);
  return rows;
}

describe('what senders say beside a value (INTAKE-15)', () => {
  it('is the sum 0 of a summary, which protobuf leaves out, and no sum of a histogram that was not said', () => {
    const points = { dataPoints: [{ timeUnixNano: '1', count: '2' }] };
    const request = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 's', summary: points }] }] }] };
    expect(metrics(recordsToProtobuf('metrics', request), 'protobuf')).toMatchObject([{ count: 2n, sum: 0 }]);
    const other = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'h', histogram: points }] }] }] };
    expect(metrics(recordsToProtobuf('metrics', other), 'protobuf')[0]).not.toHaveProperty('sum');
  });

  it.each(['json', 'protobuf'] as const)('is in the rows (%s)', (encoding) => {
    const exemplar = {
      timeUnixNano: '1700000000000000001',
      asInt: '9007199254740993',
      spanId: 'eee19b7ec3c1b174',
      traceId: '5b8efff798038103d269b633813fc60c',
      filteredAttributes: [{ key: 'user', value: { stringValue: 'u' } }],
    };
    const sent = {
      resourceMetrics: [
        {
          schemaUrl: 'of the resource',
          scopeMetrics: [
            {
              schemaUrl: 'of the scope',
              metrics: [
                {
                  name: 'm',
                  description: 'what it is',
                  gauge: {
                    dataPoints: [
                      { timeUnixNano: '1', asDouble: 2, exemplars: [exemplar, { asDouble: 0 }] },
                      { timeUnixNano: '2', flags: 1 },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    };
    const bytes = encoding === 'json' ? json(sent) : recordsToProtobuf('metrics', sent);
    const schemas = { resourceSchemaUrl: 'of the resource', schemaUrl: 'of the scope' };
    const [first, second] = metrics(bytes, encoding);
    expect(first).toMatchObject({ ...schemas, description: 'what it is', value: 2 });
    expect(first!.exemplars).toEqual([
      {
        timeUnixNano: 1_700_000_000_000_000_001n,
        asInt: 9_007_199_254_740_993n,
        spanId: exemplar.spanId,
        traceId: exemplar.traceId,
        filteredAttributes: { user: 'u' },
      },
      { timeUnixNano: 0n, asDouble: 0 },
    ]);
    expect([first!.flags, second!.flags, second!.value]).toEqual([undefined, 1, undefined]);
    const record = { timeUnixNano: '1', droppedAttributesCount: 3 };
    const request = { resourceLogs: [{ schemaUrl: 'r', scopeLogs: [{ logRecords: [record] }] }] };
    const [log] = logs(encoding === 'json' ? json(request) : recordsToProtobuf('logs', request), encoding);
    expect(log).toMatchObject({ droppedAttributesCount: 3, resourceSchemaUrl: 'r' });
    expect(log).not.toHaveProperty('schemaUrl');
  });

  it('is read from the columns that a query returns', () => {
    const log: LogRow[] = [];
    const schemas = '"schema_url":"s","resource_schema_url":"r"';
    readLogRows(Buffer.from(`{"_timestamp":1,"dropped_attributes_count":2,${schemas}}`), 'records', (row) =>
      log.push(row),
    );
    const said = { schemaUrl: 's', resourceSchemaUrl: 'r', attributes: {} };
    expect(log).toMatchObject([{ droppedAttributesCount: 2, ...said }]);
    const metric: MetricRow[] = [];
    const line = `{"_timestamp":1,"metric_name":"m","flags":1,"metric_description":"d","exemplars":[{"asInt":1}],${schemas}}`;
    readMetricRows(Buffer.from(line), 'records', (row) => metric.push(row));
    expect(metric).toMatchObject([{ flags: 1, description: 'd', exemplars: [{ asInt: 1 }], ...said }]);
  });
});
