/** What a span may say of a failure: never a value that a client or a row brought in. */
import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { ServiceError } from '@spanwise/contracts/base/errors';

const MAX_MESSAGE_CHARS = 200;
const MAX_FRAMES = 20;
/** Quoted texts, parenthesised values, addresses, tokens and numbers. */
const VALUES =
  /"[^"]*"|'[^']*'|`[^`]*`|\([^()]*\)|\S+@\S+|\S*:\/\/\S+|\b[A-Za-z0-9_-]{24,}\b|\b[0-9a-f-]*\d[0-9a-f-]*\b/gi;
const OUR_FAULTS = new Set(['internal', 'unavailable']);

/** True for failures of the product, false for answers that a caller brought upon itself. */
export const isOurFault = (thrown: unknown): boolean =>
  !(thrown instanceof ServiceError) || OUR_FAULTS.has(thrown.kind);

/** Marks the span as failed; an unexpected failure is added with its place in the code. */
export function recordFault(span: Span, thrown: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeOf(thrown));
  if (thrown instanceof Error && isOurFault(thrown)) span.addEvent('exception', exceptionAttributes(thrown));
}

function typeOf(thrown: unknown): string {
  if (thrown instanceof ServiceError) return thrown.kind;
  return thrown instanceof Error ? thrown.name : 'unknown';
}

function exceptionAttributes(error: Error): Attributes {
  const message = sanitized(error.message);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    'exception.type': error.name,
    'exception.message': message,
    'exception.stacktrace': [`${error.name}: ${message}`, ...frames.slice(0, MAX_FRAMES)].join('\n'),
  };
}

/** The sentence with its values masked. */
export const sanitized = (message: string): string =>
  cutText(message.split('\n', 1)[0]!.slice(0, 1_000).replaceAll(VALUES, '?'), MAX_MESSAGE_CHARS);
