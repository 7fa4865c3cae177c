/**
 * Groups of errors (semantics D13, algorithm `g1`). Groups are made from TRANSACTION spans that are errors only: their
 * occurrences divided by the service's requests must be a rate, and one failed request must not count once for every
 * span that its exception passed through.
 */
import { createHash } from 'node:crypto';
import { textOf } from './attributes.js';
import { messageTemplate } from './message-template.js';
import { grpcStatusOf, httpStatusOf } from './outcome.js';
import { sanitize } from './sanitize.js';
import { keyPart } from './series.js';
import type { SpanRecord } from './span.js';
import { parseFrames, type Frame } from './stack-frames.js';
import { storable, truncateUtf8 } from './utf8.js';

export const GROUPING_ALGORITHM = 'g1';

export interface ErrorGroup {
  /** 32 hex digits. */
  fingerprint: string;
  errorType: string;
  /** The first frame of the application's own code, empty without a stack. */
  frame: string;
  message: string;
  stack: string[];
}

const KEY_FRAMES = 8;
const MAX_STACK_FRAMES = 50;
const MAX_FRAME_BYTES = 256;
/** Characters of a line that are searched for secrets: many more than are kept, for masking makes lines shorter. */
const MAX_LOOKED_AT = 2_048;
const MAX_MESSAGE_BYTES = 1_024;

/** Frames of the stacks of one batch: in an error storm the same few stacks come thousands of times. */
export type ParsedStacks = Map<string, Frame[]>;
const MAX_PARSED_STACKS = 128;

export function errorGroupOf(
  span: SpanRecord,
  namespace: string,
  service: string,
  transaction: string,
  parsed: ParsedStacks = new Map(),
): ErrorGroup {
  const exception = span.exceptions.at(-1);
  const custom = textOf(span, 'exception.group_id', 'error.fingerprint');
  const frames = exception === undefined ? [] : framesOf(exception.stacktrace, parsed);
  const errorType = keyPart(exception?.type || textOf(span, 'error.type') || statusType(span), 'Error');
  const parts = keyParts(span, { custom, frames, errorType, message: exception?.message ?? '', transaction });
  const appFrame = frames.find((frame) => frame.inApp) ?? frames[0];
  return {
    fingerprint: digest([GROUPING_ALGORITHM, namespace, service, ...parts]),
    errorType,
    frame: appFrame === undefined ? '' : keyPart(appFrame.text),
    message: truncateUtf8(storable(sanitize(exception?.message ?? '')), MAX_MESSAGE_BYTES),
    stack: stackLines(exception?.stacktrace ?? ''),
  };
}

function framesOf(stacktrace: string, parsed: ParsedStacks): Frame[] {
  if (stacktrace === '') return [];
  let frames = parsed.get(stacktrace);
  if (frames === undefined) {
    if (parsed.size >= MAX_PARSED_STACKS) parsed.clear();
    parsed.set(stacktrace, (frames = parseFrames(stacktrace)));
  }
  return frames;
}

interface Evidence {
  custom: string;
  frames: Frame[];
  errorType: string;
  message: string;
  transaction: string;
}

/** The first rung that applies; every rung starts with its own name, so that two rungs never meet. */
function keyParts(span: SpanRecord, { custom, frames, errorType, message, transaction }: Evidence): string[] {
  if (custom !== '') return ['custom', custom];
  if (frames.length > 0) {
    const own = frames.filter((frame) => frame.inApp);
    const chosen = dropRepeats((own.length > 0 ? own : frames).map((frame) => frame.text)).slice(0, KEY_FRAMES);
    return ['stack', ...typeChain(span, errorType), ...chosen];
  }
  if (message !== '') return ['message', errorType, messageTemplate(message)];
  if (span.exceptions.length > 0 || textOf(span, 'error.type') !== '') return ['type', errorType, transaction];
  return ['status', errorType];
}

/** Outer type and the types that it was caused by, as the stack text names them. */
function typeChain(span: SpanRecord, errorType: string): string[] {
  const stack = span.exceptions.at(-1)?.stacktrace ?? '';
  const causes = [...stack.matchAll(/^\s*Caused by: ([\w$.]+)/gm)].map((match) => match[1]);
  return [errorType, ...causes.slice(0, 8)];
}

function statusType(span: SpanRecord): string {
  const grpc = grpcStatusOf(span);
  if (grpc !== '') return `RPC ${grpc}`;
  const http = httpStatusOf(span);
  return http === undefined ? '' : `HTTP ${http}`;
}

/** Recursion of any depth is one frame. */
const dropRepeats = (frames: string[]): string[] => frames.filter((frame, index) => frame !== frames[index - 1]);

function stackLines(stacktrace: string): string[] {
  if (stacktrace === '') return [];
  const kept = stacktrace.split(/\r?\n/, MAX_STACK_FRAMES).map((line) => line.slice(0, MAX_LOOKED_AT));
  return sanitize(storable(kept.join('\n')))
    .split('\n')
    .map((line) => truncateUtf8(line, MAX_FRAME_BYTES))
    .filter((line) => line.trim() !== '');
}

/** Length-prefixed parts: two lists of parts never give the same bytes. */
function digest(parts: string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}
