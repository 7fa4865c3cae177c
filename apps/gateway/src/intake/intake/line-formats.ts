/** Push formats of lines and frames: Cloudflare Logpush, Heroku drains, Elasticsearch bulk, Loki push. Pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { parseExactJson } from '@spanwise/otlp/exact-json';
import { linesOf } from '@spanwise/otlp/native-records';
import type { Fields, FieldValue } from '@spanwise/otlp/telemetry-rows';
import { inTurns } from './turns.js';
import { momentNanos, timed } from './moment.js';
import { isObject, objectIn, PushItems, recordOf, type PushItem } from './push-record.js';

/** Times of the data sets of Cloudflare, by their names. */
const CLOUDFLARE_TIMES = ['EdgeStartTimestamp', 'Datetime', 'Timestamp', 'EventTimestampMs', 'When'];

/** One JSON object a line. */
export async function readCloudflare(body: Uint8Array): Promise<PushItem[]> {
  const items = new PushItems();
  await inTurns(linesOf(body), (line) => {
    const fields = objectIn(line);
    if (fields === undefined) return items.add({ reason: 'the line is not a JSON object' });
    const time = CLOUDFLARE_TIMES.map((name) => momentNanos(fields[name])).find((nanos) => nanos !== undefined);
    return items.add({ record: recordOf(fields, textOf(line), time) });
  });
  return items.all;
}

/** Severities of syslog (RFC 5424), 0 to 7, and their numbers in OpenTelemetry. */
const SEVERITIES: readonly [text: string, number: number][] = [
  ['EMERGENCY', 24],
  ['ALERT', 22],
  ['CRITICAL', 21],
  ['ERROR', 17],
  ['WARNING', 13],
  ['NOTICE', 10],
  ['INFO', 9],
  ['DEBUG', 5],
];
const SYSLOG = /^<(\d{1,3})>\d (\S+) (\S+) (\S+) (\S+) (\S+) ?([\s\S]*)$/;

/**
 * Frames of syslog, each behind its length in bytes (RFC 6587), as Logplex sends them. Where a length does not hold, what stands
 * behind it has no frames any more, and is one fault; a body that begins so is none of frames, and throws `invalid_argument`.
 */
export function readHeroku(body: Uint8Array): PushItem[] {
  const items = new PushItems();
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, space));
    if (space < at || !Number.isInteger(length) || length < 1 || space + 1 + length > bytes.length) {
      if (at === 0) throw invalidArgument('The body is not a sequence of frames with their lengths.');
      items.add({ reason: 'a length is not that of its frame; what stands behind it cannot be read' });
      break;
    }
    items.add(frameItem(bytes.toString('utf8', space + 1, space + 1 + length)));
    at = space + 1 + length;
  }
  return items.all;
}

function frameItem(frame: string): PushItem {
  const parts = SYSLOG.exec(frame);
  if (parts === null) return { reason: 'the frame is not a message of syslog' };
  const [, priority, time, host, app, process, , rest] = parts;
  const [severityText, severityNumber] = SEVERITIES[Number(priority) % 8]!;
  const record: Fields = {
    body: rest!.replace(/^- /, '').trimEnd(),
    severity_text: severityText,
    severity_number: severityNumber,
    attributes: { 'syslog.facility': Number(priority) >> 3, 'syslog.procid': process! },
    resource: { 'service.name': app!, 'host.name': host! },
  };
  return { record: timed(record, momentNanos(time)) };
}

export type BulkItem = PushItem & { action: string };

const WRITES = ['index', 'create'];

/** A line that says what to do, and a document behind those that write one. */
export async function readBulk(body: Uint8Array): Promise<BulkItem[]> {
  const items = new PushItems();
  const actions: string[] = [];
  let writes: { stream?: string } | undefined;
  await inTurns(linesOf(body), (line) => {
    const fields = objectIn(line);
    if (writes !== undefined) {
      const { stream } = writes;
      writes = undefined;
      if (fields === undefined) return items.add({ reason: 'the document is not a JSON object' });
      const time = momentNanos(fields['@timestamp']);
      return items.add({ ...(stream !== undefined && { stream }), record: recordOf(fields, textOf(line), time) });
    }
    const [action, target] = Object.entries(fields ?? {})[0] ?? [];
    if (action === undefined || !isObject(target) || ![...WRITES, 'delete'].includes(action)) {
      throw invalidArgument('The body is not a sequence of the bulk actions index, create and delete.');
    }
    actions.push(action);
    if (action === 'delete') items.add({ reason: 'records are written once' });
    else writes = typeof target._index === 'string' ? { stream: target._index } : {};
  });
  if (writes !== undefined) throw invalidArgument('The last bulk action has no document.');
  return items.all.map((item, at) => ({ ...item, action: actions[at]! }));
}

/** Streams of labels with values of time in nanoseconds, line and, since version 3, more attributes. */
export async function readLoki(body: Uint8Array): Promise<{ items: PushItem[] }> {
  const push = parseExactJson(body);
  if (!isObject(push) || !Array.isArray(push.streams)) throw invalidArgument('The body is no push of Loki.');
  const items = new PushItems();
  for (const entry of push.streams) {
    const { stream: labels, values }: Fields = isObject(entry) ? entry : {};
    const lines: unknown[] = Array.isArray(values) ? values : [undefined];
    const fault = isObject(labels) && Array.isArray(values) ? undefined : 'its stream has no labels or no values';
    await inTurns(lines, (value) =>
      items.add(fault === undefined ? lokiItem(labels as Fields, value) : { reason: fault }),
    );
  }
  return { items: items.all };
}

const [TRACE_ID, SPAN_ID] = [/^(?!0+$)([0-9a-f]{16}|[0-9a-f]{32})$/i, /^(?!0+$)[0-9a-f]{16}$/i];

/** An id that a record can be found by; what is none stays an attribute alone. */
const idMember = (name: string, value: FieldValue | undefined, form: RegExp): Fields =>
  typeof value === 'string' && form.test(value) ? { [name]: value } : {};

export function lokiItem(labels: Fields, value: unknown): PushItem {
  const [time, line, more] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof time !== 'string' || !/^\d{1,19}$/.test(time) || typeof line !== 'string') {
    return { reason: 'the value is not a time in nanoseconds and a line' };
  }
  const attributes = { ...labels, ...(isObject(more) && more) };
  const { service_name: service } = labels;
  const level = attributes.level ?? attributes.detected_level;
  const record: Fields = {
    body: line,
    attributes,
    ...idMember('trace_id', attributes.trace_id ?? attributes.traceID, TRACE_ID),
    ...idMember('span_id', attributes.span_id ?? attributes.spanID, SPAN_ID),
    ...(typeof service === 'string' && { resource: { 'service.name': service } }),
    ...(typeof level === 'string' && { severity_text: level }),
  };
  return { record: timed(record, BigInt(time)) };
}

const textOf = (line: Uint8Array): string => Buffer.from(line).toString('utf8');
