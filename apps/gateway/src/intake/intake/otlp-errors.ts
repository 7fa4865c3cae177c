import type { FastifyReply, FastifyRequest } from 'fastify';
import { HTTP_STATUS_OF_KIND, ServiceError, type ErrorKind } from '@spanwise/contracts/base/errors';
import { toServiceError } from '@spanwise/host/error-body';
import { rateLimitHeaders } from '@spanwise/host/http-server';
import { describeError, type Logger } from '@spanwise/host/logger';
import { recordHttpFault } from '@spanwise/host/tracing/http-spans';
import { contentType, encodingOf, statusBody } from '@spanwise/otlp/answers';
import { OtlpError } from '@spanwise/otlp/otlp-error';

/** `google.rpc.Code` of each kind. */
export const GRPC_CODE: Readonly<Record<ErrorKind, number>> = {
  invalid_argument: 3,
  cancelled: 1,
  unauthorized: 16,
  payment_required: 9,
  forbidden: 7,
  not_found: 5,
  conflict: 10,
  payload_too_large: 8,
  resource_exhausted: 8,
  internal: 13,
  unavailable: 14,
};

/** What is wrong with a request, in the one form that all ways in start from. */
export const intakeError = (thrown: unknown): ServiceError =>
  thrown instanceof OtlpError ? new ServiceError(thrown.code, thrown.message) : toServiceError(thrown);

/** Seconds after which a retry makes sense; undefined when none does. */
export const retryAfter = ({ kind, retryAfterSeconds }: ServiceError): number | undefined =>
  kind === 'unavailable' ? (retryAfterSeconds ?? 2) : retryAfterSeconds;

/** OTLP routes answer errors as `google.rpc.Status` in the request's own encoding (INTAKE-2); JSON when it has none. */
export function sendOtlpError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const error = intakeError(thrown);
  const encoding = encodingOf(request.headers['content-type']) ?? 'json';
  if (error.kind === 'internal') recordHttpFault(request, thrown);
  if (error.kind === 'internal') logger.error(describeError(thrown), 'intake: request failed with an internal error');
  const retryAfterSeconds = retryAfter(error);
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
  if (error.rateLimit !== undefined) void reply.headers(rateLimitHeaders(error.rateLimit, retryAfterSeconds));
  void reply
    .status(HTTP_STATUS_OF_KIND[error.kind])
    .header('Content-Type', contentType(encoding))
    .send(statusBody(encoding, GRPC_CODE[error.kind], error.message));
}
