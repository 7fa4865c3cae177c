/** AWS Firehose: a JSON envelope of base64 records; those of CloudWatch Logs are gzipped envelopes of their own. */
import { invalidArgument } from '@spanwise/contracts/errors';
import { decompress } from '@spanwise/otlp/decompress';
import { parseExactJson } from '@spanwise/otlp/exact-json';
import { linesOf } from '@spanwise/otlp/native-records';
import type { Fields } from '@spanwise/otlp/telemetry-rows';
import { inTurns } from '../intake/turns.js';
import { isObject, momentMicros, objectIn, PushItems, recordOf, timed, type PushItem } from './push-record.js';

const GZIP = Buffer.from([0x1f, 0x8b]);

export interface FirehoseDelivery {
  requestId: string;
  items: PushItem[];
}

/** Throws `invalid_argument` for what is no delivery. */
export async function readFirehose(body: Uint8Array): Promise<FirehoseDelivery> {
  const envelope = parseExactJson(body);
  if (!isObject(envelope) || typeof envelope.requestId !== 'string' || !Array.isArray(envelope.records)) {
    throw invalidArgument('The body is no delivery of Firehose: it needs a requestId and records.');
  }
  const items = new PushItems();
  await inTurns(envelope.records, (entry) => {
    if (isObject(entry) && typeof entry.data === 'string') return addData(items, entry.data, envelope.timestamp);
    return items.add({ reason: 'the record has no data' });
  });
  return { requestId: envelope.requestId, items: items.all };
}

async function addData(items: PushItems, data: string, sentAt: Fields[string]): Promise<void> {
  const bytes = Buffer.from(data, 'base64');
  const plain = bytes.subarray(0, 2).equals(GZIP) ? Buffer.from(await decompress(bytes, 'gzip')) : bytes;
  await inTurns(linesOf(plain), (line) => {
    const raw = Buffer.from(line).toString('utf8');
    const parsed = objectIn(line);
    if (parsed === undefined) items.add({ record: timed({ body: raw }, momentMicros(sentAt)) });
    else if (Array.isArray(parsed.logEvents) && typeof parsed.messageType === 'string') addCloudWatch(items, parsed);
    else items.add({ record: recordOf(parsed, raw, momentMicros(parsed.timestamp) ?? momentMicros(sentAt)) });
  });
}

/** Messages of the subscription itself carry nothing of a client. */
function addCloudWatch(items: PushItems, envelope: Fields): void {
  if (envelope.messageType !== 'DATA_MESSAGE') return;
  const { logGroup = null, logStream = null, owner = null } = envelope;
  for (const event of envelope.logEvents as Fields[]) {
    if (!isObject(event) || typeof event.message !== 'string') {
      items.add({ reason: 'the log event has no message' });
      continue;
    }
    const place = { 'aws.log.group.name': logGroup, 'aws.log.stream.name': logStream, 'cloud.account.id': owner };
    const attributes = { 'aws.log.event.id': event.id ?? null };
    const record = { body: event.message, attributes, resource: place };
    items.add({ record: timed(record, momentMicros(event.timestamp)) });
  }
}
