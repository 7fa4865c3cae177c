import {
  HTTP_STATUS_OF_KIND,
  ServiceError,
  type ErrorBody,
  type RateLimitPolicy,
} from '@spanwise/contracts/base/errors';

export interface RenderedError {
  status: number;
  body: ErrorBody;
  retryAfterSeconds?: number;
  rateLimit?: RateLimitPolicy;
}

/**
 * Any thrown value as a client may see it. Framework rejections become their documented kinds; whatever is unknown
 * becomes `internal` with a fixed sentence, so that nothing leaks.
 */
export function renderError(thrown: unknown, requestId: string): RenderedError {
  const error = toServiceError(thrown);
  return {
    status: HTTP_STATUS_OF_KIND[error.kind],
    body: {
      error: error.kind,
      message: error.message,
      request_id: requestId,
      ...(error.details && { details: error.details }),
    },
    retryAfterSeconds: error.kind === 'unavailable' ? (error.retryAfterSeconds ?? 2) : error.retryAfterSeconds,
    ...(error.rateLimit && { rateLimit: error.rateLimit }),
  };
}

export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const status = statusOf(thrown);
  if (status === 413)
    return new ServiceError('payload_too_large', 'The request body is larger than this route accepts.');
  if (status === 404) return new ServiceError('not_found', 'There is no such route.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ServiceError('invalid_argument', 'The request is malformed or its content type is not supported.');
  }
  return new ServiceError('internal', 'An internal error occurred. Quote the request id when you report it.');
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown === null || typeof thrown !== 'object') return undefined;
  const { statusCode, status } = thrown as { statusCode?: unknown; status?: unknown };
  if (typeof statusCode === 'number') return statusCode;
  return typeof status === 'number' ? status : undefined;
}
