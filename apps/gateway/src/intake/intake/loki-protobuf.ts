/** Loki's push as its agents send it: `logproto.PushRequest` (grafana/loki, pkg/push/push.proto). Pure. */
import { isUtf8 } from 'node:buffer';
import { ProtobufCursor, tagOf, WireType } from '@spanwise/otlp/protobuf-cursor';
import { eachMessage, type MessageRange } from '@spanwise/otlp/protobuf-fields';
import { lokiItem } from './line-formats.js';
import { PushItems, type PushItem } from './push-record.js';

const STREAMS = [tagOf(1, WireType.Bytes)];
const OF_STREAM = [tagOf(1, WireType.Bytes), tagOf(2, WireType.Bytes)];
const OF_ENTRY = [
  tagOf(1, WireType.Bytes),
  tagOf(2, WireType.Bytes),
  tagOf(3, WireType.Bytes),
  tagOf(4, WireType.Bytes),
];
const [TIME, LINE] = [0, 1];
const TEXTS = [tagOf(1, WireType.Bytes), tagOf(2, WireType.Bytes)];
const [SECONDS, NANOS] = [tagOf(1, WireType.Varint), tagOf(2, WireType.Varint)];
const NANOS_PER_SECOND = 1_000_000_000n;

/** Throws `OtlpError` for what is no such message. */
export async function readLokiProtobuf(body: Uint8Array): Promise<{ items: PushItem[] }> {
  const items = new PushItems();
  const cursor = new ProtobufCursor(body);
  eachMessage(cursor, { from: 0, end: body.length }, STREAMS, (stream) => {
    const entries: MessageRange[] = [];
    let labels: Record<string, string> | undefined;
    eachMessage(cursor, stream, OF_STREAM, (inner, which) => {
      if (which === 0) labels = isUtf8(bytesIn(cursor, inner)) ? labelsOf(textIn(cursor, inner)) : undefined;
      else entries.push(inner);
    });
    for (const entry of entries)
      items.add(
        labels === undefined ? { reason: 'the labels of its stream cannot be read' } : entryItem(cursor, entry, labels),
      );
  });
  return { items: items.all };
}

function entryItem(cursor: ProtobufCursor, entry: MessageRange, labels: Record<string, string>): PushItem {
  let [time, line] = ['0', ''];
  const more: [string, string][] = [];
  let isText = true;
  eachMessage(cursor, entry, OF_ENTRY, (inner, which) => {
    if (which === TIME) time = timeOf(cursor, inner);
    else if (which === LINE) line = textIn(cursor, inner);
    else {
      const pair: [string, string] = ['', ''];
      eachMessage(cursor, inner, TEXTS, (text, at) => {
        isText &&= isUtf8(bytesIn(cursor, text));
        pair[at] = textIn(cursor, text);
      });
      more.push(pair);
    }
  });
  // With replacement characters different values would be one.
  return isText ? lokiItem(labels, [time, line, Object.fromEntries(more)]) : { reason: 'a label is not UTF-8' };
}

/** Nanoseconds since the epoch, in digits. */
function timeOf(cursor: ProtobufCursor, { from, end }: MessageRange): string {
  let [seconds, nanos] = [0n, 0n];
  cursor.at = from;
  while (cursor.at < end) {
    const tag = cursor.tag(end);
    if (tag === SECONDS) seconds = BigInt(cursor.exactInt64(end));
    else if (tag === NANOS) nanos = BigInt(cursor.exactInt64(end));
    else cursor.skip(tag & 7, end);
  }
  return String(seconds * NANOS_PER_SECOND + nanos);
}

const bytesIn = ({ bytes }: ProtobufCursor, { from, end }: MessageRange): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from);
const textIn = (cursor: ProtobufCursor, range: MessageRange): string => bytesIn(cursor, range).toString('utf8');

/** More than agents put into a stream: each line has it. */
const MAX_LABELS_LENGTH = 65_536;
const LABEL = /\s*([\p{L}_][\p{L}\p{N}_.:/-]*)\s*=\s*("(?:[^"\\]|\\[^])*"|`[^`]*`)\s*(?:,|$)/uy;

/** A set as Prometheus writes it, `{job="x", level="y"}`; undefined of a text that is none. */
export function labelsOf(text: string): Record<string, string> | undefined {
  if (text.length > MAX_LABELS_LENGTH) return undefined;
  const inner = /^\s*\{([^]*)\}\s*$/.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const labels: [string, string][] = [];
  for (LABEL.lastIndex = 0; inner.slice(LABEL.lastIndex).trim() !== '';) {
    const found = LABEL.exec(inner);
    if (found === null) return undefined;
    labels.push([found[1]!, unquoted(found[2]!)]);
  }
  return Object.fromEntries(labels);
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const MAX_CODE_POINT = 0x10ffff;

/** Literals of Go (the language's specification, "String literals"). */
const unquoted = (literal: string): string =>
  literal.startsWith('`')
    ? literal.slice(1, -1)
    : literal
        .slice(1, -1)
        .replaceAll(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/g, (_, x, u, long, plain) => {
          const hex = (x ?? u ?? long) as string | undefined;
          if (hex === undefined) return ESCAPES[plain as string] ?? (plain as string);
          const code = Number.parseInt(hex, 16);
          return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
        });
