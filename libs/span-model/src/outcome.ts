/** Whether a span is an error: the ladder of semantics D1. */
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

/** gRPC statuses that are the server's fault: UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS. */
const GRPC_SERVER_ERRORS = new Set([
  '2',
  '4',
  '12',
  '13',
  '14',
  '15',
  'UNKNOWN',
  'DEADLINE_EXCEEDED',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
]);
const GRPC_OK = new Set(['0', 'OK']);

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
    if (server ? GRPC_SERVER_ERRORS.has(grpc) : !GRPC_OK.has(grpc)) return ERROR;
    if (!GRPC_OK.has(grpc)) return SUCCESS;
  } else if (http !== undefined) {
    if (http >= (server ? 500 : 400)) return ERROR;
    if (clientError) return CLIENT_ERROR;
  }
  // Also beside a good code: an answer can break off after its status was sent.
  return textOf(span, 'error.type') === '' ? SUCCESS : ERROR;
}

export const httpStatusOf = (span: SpanRecord): number | undefined =>
  numberOf(span, 'http.response.status_code', 'http.status_code');

/** The gRPC code as its digits or upper-case name; empty when the span is no gRPC call. */
export function grpcStatusOf(span: SpanRecord): string {
  const code = textOf(span, 'rpc.response.status_code', 'rpc.status_code', 'rpc.grpc.status_code').toUpperCase();
  if (code === '') return '';
  const system = rpcSystemOf(span);
  return system === '' || system === 'grpc' ? code : '';
}
