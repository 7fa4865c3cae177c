/**
 * Groups of errors (APM-13). Groups are made from TRANSACTION spans that are errors only: their occurrences divided
 * by the service's requests must be a rate, and one failed request must not count once for every span that its exception
 * passed through.
 */
import { createHash } from 'node:crypto';
import { textOf } from './attributes.js';
import { G1, g1Parts, g1Stack } from './grouping/g1.js';
import { G2, g2Grouping, g2Stack } from './grouping/g2.js';
import { G3, g3Grouping, g3Stack } from './grouping/g3.js';
import { G4, g4Grouping, g4Stack } from './grouping/g4.js';
import { groupingParts, type Evidence, type Grouping, type StackEvidence } from './grouping/evidence.js';
import { grpcStatusOf, httpStatusOf } from './outcome.js';
import { sampleStack } from './sample-stack.js';
import { sanitize } from './sanitize.js';
import type { LoggedException } from './logged-exception.js';
import { keyPart } from './series.js';
import type { SpanRecord } from './span.js';
import { parseStacks } from './stack/parse-stack.js';
import { storable, truncateUtf8 } from './utf8.js';

/** Name of the algorithm that makes fingerprints today; it is part of every fingerprint. */
export const GROUPING_ALGORITHM = G4;

export interface ErrorGroup {
  /** 32 hex digits. */
  fingerprint: string;
  /** Fingerprints of the same error by the former algorithms, newest first: groups stored under them go on in this one. */
  formerFingerprints: string[];
  grouping: Grouping;
  errorType: string;
  /** The first frame of the application's own code, empty without a stack. */
  frame: string;
  message: string;
  stack: string[];
}

/** Characters of a message that are searched for secrets: more than are kept, for masking makes texts shorter. */
const MAX_LOOKED_AT = 4_096;
const MAX_MESSAGE_BYTES = 1_024;

/** What the stacks of one batch say: in an error storm the same few stacks come thousands of times. */
export type KnownStacks = Map<string, StackEvidence>;
const MAX_KNOWN_STACKS = 128;
const NO_STACK: StackEvidence = {
  frames: [],
  causes: [],
  g1Frames: [],
  g1Causes: [],
  g2Frames: [],
  g2Causes: [],
  g3Frames: [],
  g3Causes: [],
  shownFrame: '',
  lines: [],
};

export function errorGroupOf(
  span: SpanRecord,
  namespace: string,
  service: string,
  transaction: string,
  known: KnownStacks = new Map(),
): ErrorGroup {
  const exception = span.exceptions.at(-1);
  const stated = exception?.type || textOf(span, 'error.type');
  const said = {
    custom: textOf(span, 'exception.group_id', 'error.fingerprint'),
    type: stated || statusType(span),
    message: exception?.message ?? '',
    stacktrace: exception?.stacktrace ?? '',
    transaction,
    hasType: exception !== undefined || stated !== '',
  };
  return groupOf(said, namespace, service, known);
}

/** The group of an exception that a log record reports: that of the same exception on a span. It has no transaction. */
export function loggedGroupOf(
  { group, type, message, stacktrace }: LoggedException,
  namespace: string,
  service: string,
  known: KnownStacks = new Map(),
): ErrorGroup {
  const said = { custom: group, type, message, stacktrace, transaction: '', hasType: true };
  return groupOf(said, namespace, service, known);
}

interface Said {
  custom: string;
  type: string;
  message: string;
  stacktrace: string;
  transaction: string;
  hasType: boolean;
}

function groupOf(said: Said, namespace: string, service: string, known: KnownStacks): ErrorGroup {
  const { custom, message, transaction, hasType } = said;
  const evidence: Evidence = {
    custom,
    errorType: keyPart(said.type, 'Error'),
    message,
    cleanMessage: storable(sanitize(message.slice(0, MAX_LOOKED_AT))),
    stack: stackEvidence(said.stacktrace, known),
    transaction,
    hasType,
  };
  const grouping = g4Grouping(evidence);
  return {
    fingerprint: digest([G4, namespace, service, ...groupingParts(grouping)]),
    formerFingerprints: [
      digest([G3, namespace, service, ...groupingParts(g3Grouping(evidence))]),
      digest([G2, namespace, service, ...groupingParts(g2Grouping(evidence))]),
      digest([G1, namespace, service, ...g1Parts(evidence)]),
    ],
    grouping,
    errorType: evidence.errorType,
    frame: evidence.stack.shownFrame,
    message: truncateUtf8(evidence.cleanMessage, MAX_MESSAGE_BYTES),
    stack: evidence.stack.lines,
  };
}

function stackEvidence(stacktrace: string, known: KnownStacks): StackEvidence {
  if (stacktrace === '') return NO_STACK;
  let evidence = known.get(stacktrace);
  if (evidence === undefined) {
    if (known.size >= MAX_KNOWN_STACKS) known.clear();
    known.set(stacktrace, (evidence = readStack(stacktrace)));
  }
  return evidence;
}

function readStack(stacktrace: string): StackEvidence {
  const { stack, g3, g2 } = parseStacks(stacktrace);
  return {
    ...NO_STACK,
    ...(g2 !== undefined && { ...g2Stack(g2), ...g1Stack(stacktrace, g2.runtime) }),
    ...(g3 !== undefined && g3Stack(g3)),
    ...(stack !== undefined && g4Stack(stack)),
    lines: sampleStack(stacktrace),
  };
}

function statusType(span: SpanRecord): string {
  const grpc = grpcStatusOf(span);
  if (grpc !== '') return `RPC ${grpc}`;
  const http = httpStatusOf(span);
  return http === undefined ? '' : `HTTP ${http}`;
}

/** Length-prefixed parts: two lists of parts never give the same bytes. */
function digest(parts: string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}
