/** AWS Firehose: a JSON envelope of base64 records; those of CloudWatch Logs are gzipped envelopes of their own. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { decompress, INFLATE_LIMITS, tooLarge } from '@spanwise/otlp/decompress';
import { parseExactJson } from '@spanwise/otlp/exact-json';
import { linesOf } from '@spanwise/otlp/native-records';
import { OtlpError } from '@spanwise/otlp/otlp-error';
import type { Fields } from '@spanwise/otlp/telemetry-rows';
import { inTurns } from './turns.js';
import { momentNanos, timed } from './moment.js';
import { isObject, objectIn, PushItems, recordOf, type PushItem } from './push-record.js';

const GZIP = Buffer.from([0x1f, 0x8b]);
/** What a record that does not inflate counts for: some of the work was done. */
const TRIED = { minBytes: 64 * 1024, ratio: 16 };

export interface FirehoseDelivery {
  deliveryId: string;
  items: PushItem[];
}

/** Throws `invalid_argument` for what is no delivery, `payload_too_large` for one that becomes more than a body may. */
export async function readFirehose(body: Uint8Array): Promise<FirehoseDelivery> {
  const envelope = parseExactJson(body);
  if (!isObject(envelope) || typeof envelope.requestId !== 'string' || !Array.isArray(envelope.records)) {
    throw invalidArgument('The body is no delivery of Firehose: it needs a requestId and records.');
  }
  const items = new PushItems();
  let tried = 0;
  await inTurns(envelope.records, async (entry) => {
    const data = await dataOf(entry);
    tried += data.triedBytes;
    if (tried > INFLATE_LIMITS.decodedBytes) throw tooLarge(INFLATE_LIMITS);
    if (data.plain === undefined) items.add({ reason: data.reason });
    else await addLines(items, data.plain, envelope.timestamp!);
  });
  return { deliveryId: envelope.requestId, items: items.all };
}

type Data = { triedBytes: number } & ({ plain: Uint8Array } | { plain?: undefined; reason: string });

/** What a record holds, or why it cannot be read. */
async function dataOf(entry: unknown): Promise<Data> {
  if (!isObject(entry) || typeof entry.data !== 'string') return { triedBytes: 0, reason: 'the record has no data' };
  const bytes = Buffer.from(entry.data, 'base64');
  // Characters that are not of base64 are stepped over, so that there are fewer bytes than the text's length says.
  if (bytes.length !== Buffer.byteLength(entry.data, 'base64'))
    return { triedBytes: bytes.length, reason: 'the data of the record is not base64' };
  if (!bytes.subarray(0, 2).equals(GZIP)) return { triedBytes: bytes.length, plain: bytes };
  try {
    const plain = await decompress(bytes, 'gzip');
    return { triedBytes: plain.length, plain };
  } catch (error) {
    if (!(error instanceof OtlpError)) throw error;
    const triedBytes = Math.max(TRIED.minBytes, bytes.length * TRIED.ratio);
    return { triedBytes, reason: `the data of the record ${REASONS[error.code]}` };
  }
}

const REASONS = {
  invalid_argument: 'is not valid gzip, or is cut off',
  payload_too_large: 'is larger than 64 MiB inflated, or compressed more than 200 to 1',
};

async function addLines(items: PushItems, plain: Uint8Array, sentAt: Fields[string]): Promise<void> {
  await inTurns(linesOf(plain), (line) => {
    const raw = Buffer.from(line).toString('utf8');
    const parsed = objectIn(line);
    if (parsed === undefined) items.add({ record: timed({ body: raw }, momentNanos(sentAt)) });
    else if (Array.isArray(parsed.logEvents) && typeof parsed.messageType === 'string') addCloudWatch(items, parsed);
    else items.add({ record: recordOf(parsed, raw, momentNanos(parsed.timestamp) ?? momentNanos(sentAt)) });
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
    items.add({ record: timed(record, momentNanos(event.timestamp)) });
  }
}
