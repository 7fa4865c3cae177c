/** Requests of Loki's agents, by encoders that are not ours. */
import protobuf from 'protobufjs';

const { root } = protobuf.parse(`
syntax = "proto3";
message PushRequest { repeated Stream streams = 1; }
message Stream { string labels = 1; repeated Entry entries = 2; uint64 hash = 3; }
message Entry { Timestamp timestamp = 1; string line = 2; repeated LabelPair structuredMetadata = 3; }
message Timestamp { int64 seconds = 1; int32 nanos = 2; }
message LabelPair { string name = 1; string value = 2; }
`);
const PushRequest = root.lookupType('PushRequest');

export interface TestStream {
  labels: string;
  entries: { nanos: bigint; line: string; more?: Record<string, string> }[];
}

export const pushRequest = (streams: readonly TestStream[]): Buffer =>
  Buffer.from(
    PushRequest.encode(
      PushRequest.fromObject({
        streams: streams.map(({ labels, entries }) => ({
          labels,
          entries: entries.map(({ nanos, line, more = {} }) => ({
            timestamp: { seconds: Number(nanos / 1_000_000_000n), nanos: Number(nanos % 1_000_000_000n) },
            line,
            structuredMetadata: Object.entries(more).map(([name, value]) => ({ name, value })),
          })),
        })),
      }),
    ).finish(),
  );
