/** Requests of Prometheus remote write, by encoders that are not ours. */
import protobuf from 'protobufjs';
import * as snappy from 'snappyjs';

const { root } = protobuf.parse(`
syntax = "proto3";
message WriteRequest { repeated TimeSeries timeseries = 1; repeated Metadata metadata = 3; }
message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; repeated Exemplar exemplars = 3; repeated Histogram histograms = 4; }
message Label { string name = 1; string value = 2; }
message Sample { double value = 1; int64 timestamp = 2; }
message Exemplar { repeated Label labels = 1; double value = 2; int64 timestamp = 3; }
message Histogram { double sum = 3; }
message Metadata { int32 type = 1; string metric_family_name = 2; string help = 4; }
`);
const WriteRequest = root.lookupType('WriteRequest');

export interface TestSeries {
  labels: { name: string; value: string }[];
  samples?: { value: number; timestamp: number }[];
  exemplars?: object[];
  histograms?: object[];
}

export const writeRequest = (timeseries: TestSeries[], metadata: object[] = []): Buffer =>
  Buffer.from(WriteRequest.encode(WriteRequest.fromObject({ timeseries, metadata })).finish());

export const series = (labels: Record<string, string>, samples: TestSeries['samples'] = []): TestSeries => ({
  labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
  samples,
});

export const snapped = (bytes: Buffer): Buffer => snappy.compress(bytes);
