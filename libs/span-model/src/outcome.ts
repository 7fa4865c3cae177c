/** Whether a span is an error (APM-2). */
import { numberOf, rpcSystemOf, textOf } from './attributes.js';
import { SpanKind, StatusCode, type SpanRecord } from './span.js';

export interface Outcome {
  error: boolean;
  /** A SERVER answer with 4xx: the caller's fault, counted apart. */
  clientError: boolean;
}

const SUCCESS: Outcome = { error: false, clientError: false };
const ERROR: Outcome = { error: true, clientError: false };
const CLIENT_ERROR: Outcome = { error: false, clientError: true };

/** Names of the gRPC codes by number: the old conventions carry numbers, the new ones names. */
const GRPC_NAMES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];
/** gRPC statuses that are the server's fault. */
const GRPC_SERVER_ERRORS = new Set([
  'UNKNOWN',
  'DEADLINE_EXCEEDED',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
]);

/** An exception event alone does not make a span an error: the exception may have been handled. */
export function outcomeOf(span: SpanRecord): Outcome {
  const server = span.kind !== SpanKind.Client && span.kind !== SpanKind.Producer;
  const http = httpStatusOf(span);
  const clientError = server && http !== undefined && http >= 400 && http < 500;
  if (span.statusCode === StatusCode.Error) return ERROR;
  // OK is a deliberate statement, even beside a 5xx.
  if (span.statusCode === StatusCode.Ok) return clientError ? CLIENT_ERROR : SUCCESS;
  const grpc = grpcStatusOf(span);
  if (grpc !== '') {
    if (server ? GRPC_SERVER_ERRORS.has(grpc) : grpc !== 'OK') return ERROR;
    if (grpc !== 'OK') return SUCCESS;
  } else if (http !== undefined) {
    if (http >= (server ? 500 : 400)) return ERROR;
    if (clientError) return CLIENT_ERROR;
  }
  // Also beside a good code: an answer can break off after its status was sent.
  return textOf(span, 'error.type') === '' ? SUCCESS : ERROR;
}

export const httpStatusOf = (span: SpanRecord): number | undefined =>
  numberOf(span, 'http.response.status_code', 'http.status_code');

/** The gRPC code as its upper-case name, so that old and new conventions agree; empty when the span is no gRPC call. */
export function grpcStatusOf(span: SpanRecord): string {
  const code = textOf(span, 'rpc.response.status_code', 'rpc.status_code', 'rpc.grpc.status_code').toUpperCase();
  if (code === '') return '';
  const system = rpcSystemOf(span);
  if (system !== '' && system !== 'grpc') return '';
  return (/^\d{1,2}$/.test(code) ? GRPC_NAMES[Number(code)] : undefined) ?? code;
}
