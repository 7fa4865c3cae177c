/** The stacks in a slice of the log, whatever it is encoded as, and the slice with others in their place. */
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { exactJsonText, parseExactJson } from '@spanwise/otlp/exact-json';
import {
  GENERATED_STACKTRACE,
  replaceStacktraces,
  STACKTRACE,
  type ReplaceStack,
  type StackSender,
} from '@spanwise/otlp/replace-stacktraces';
import { MAX_STACK_CHARS } from '@spanwise/span-model/exception-text';
import { compress, SLICE_LIMIT_BYTES, sliceOf } from '../intake/sliced-request.js';

/** Of one slice: further ones stay as they are. */
const MAX_STACKS = 100;
/** What a short stack becomes may be long, and come many times: further ones stay as they are. */
const MAX_REPLACED_CHARS = 16 * 1024 * 1024;

export interface FoundStacks {
  /** Inflated: protobuf, or the lines of native records. */
  bytes: Uint8Array;
  stacks: { stacktrace: string; sender: StackSender }[];
}

export const stackKey = (stacktrace: string, { release, service }: StackSender): string =>
  `${release}\n${service}\n${stacktrace}`;

/** Undefined when there are none. */
export async function stacksIn(slice: LogSlice): Promise<FoundStacks | undefined> {
  const inflated = await decompress(slice.bytes, slice.coding);
  const text = Buffer.from(inflated.buffer, inflated.byteOffset, inflated.byteLength);
  // JSON may write any letter as an escape.
  if (!text.includes(STACKTRACE) && !(slice.encoding !== 'protobuf' && text.includes('\\u'))) return undefined;
  const bytes = slice.encoding === 'json' ? encodeJson(inflated, signalOf(slice)) : inflated;
  const found = new Map<string, { stacktrace: string; sender: StackSender }>();
  replaceIn(slice, bytes, (stacktrace, sender) => {
    const isRead = found.size < MAX_STACKS && stacktrace.length <= MAX_STACK_CHARS;
    if (isRead) found.set(stackKey(stacktrace, sender), { stacktrace, sender });
    return undefined;
  });
  return found.size === 0 ? undefined : { bytes, stacks: [...found.values()] };
}

/**
 * The same records in the same order, under the same key, so that a repetition of the request is one whatever maps there
 * were. A slice that would not fit the log any more stays as it is.
 */
export async function replacedSlice(slice: LogSlice, bytes: Uint8Array, replace: ReplaceStack): Promise<LogSlice> {
  let room = MAX_REPLACED_CHARS;
  const replaced = replaceIn(slice, bytes, (stacktrace, sender) => {
    const other = replace(stacktrace, sender);
    room -= other?.length ?? 0;
    return room < 0 ? undefined : other;
  });
  const compressed = replaced === undefined ? undefined : await compress(replaced);
  if (compressed === undefined || compressed.length > SLICE_LIMIT_BYTES) return slice;
  const encoding = slice.encoding === 'records' ? 'records' : 'protobuf';
  const { recordCount, dedupeKey } = slice;
  const content = { encoding, coding: 'gzip', bytes: compressed, recordCount } as const;
  return sliceOf(slice, slice.signal, { ...content, ...(dedupeKey !== undefined && { dedupeKey }) });
}

const signalOf = ({ signal }: LogSlice): 'traces' | 'logs' => (signal === 'traces' ? 'traces' : 'logs');

const replaceIn = (slice: LogSlice, bytes: Uint8Array, replace: ReplaceStack): Buffer | undefined =>
  slice.encoding === 'records' ? replaceInLines(bytes, replace) : replaceStacktraces(bytes, signalOf(slice), replace);

/** Native records name their service beside the rest. */
function replaceInLines(bytes: Uint8Array, replace: ReplaceStack): Buffer | undefined {
  let changed = false;
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n');
  const replaced = lines.map((line) => {
    if (!line.includes('stacktrace')) return line;
    const record = parseExactJson(Buffer.from(line)) as Record<string, unknown>;
    const stacktrace = record[STACKTRACE];
    const sender = { service: textOf(record['service.name']), release: textOf(record['service.version']) };
    const other = typeof stacktrace === 'string' ? replace(stacktrace, sender) : undefined;
    if (other === undefined) return line;
    changed = true;
    return exactJsonText({ ...record, [STACKTRACE]: other, [GENERATED_STACKTRACE]: stacktrace });
  });
  return changed ? Buffer.from(replaced.join('\n')) : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
