/**
 * The closed set of error kinds that cross service boundaries (API-1). The kind is the machine code a client
 * sees in `error`; one table maps it to HTTP.
 */
export const HTTP_STATUS_OF_KIND = {
  invalid_argument: 400,
  cancelled: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  resource_exhausted: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof HTTP_STATUS_OF_KIND;

export interface ErrorDetail {
  field: string;
  reason: string;
}

/** The limit that a 429 speaks of; sent as `RateLimit-Policy` and `RateLimit` (API-3). */
export interface RateLimitPolicy {
  name: string;
  quota: number;
  windowSeconds: number;
}

/** What a failed request/reply call carries over the bus. */
export interface WireError {
  kind: ErrorKind;
  message: string;
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
  rateLimit?: RateLimitPolicy;
}

/** The body of every error answer outside OTLP (API-1). */
export interface ErrorBody {
  error: ErrorKind;
  message: string;
  request_id: string;
  details?: ErrorDetail[];
}

/** An error whose message is meant for the caller: a clear sentence without secrets or other organizations' data. */
export class ServiceError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly details?: ErrorDetail[],
    /** Seconds after which a retry makes sense; sent with 429 and 503. */
    readonly retryAfterSeconds?: number,
    readonly rateLimit?: RateLimitPolicy,
  ) {
    super(message);
    this.name = 'ServiceError';
  }

  static fromWire(error: WireError): ServiceError {
    const kind = error.kind in HTTP_STATUS_OF_KIND ? error.kind : 'internal';
    return new ServiceError(kind, error.message, error.details, error.retryAfterSeconds, error.rateLimit);
  }

  toWire(): WireError {
    return {
      kind: this.kind,
      message: this.message,
      ...(this.details && { details: this.details }),
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.rateLimit && { rateLimit: this.rateLimit }),
    };
  }
}

export const invalidArgument = (message: string, details?: ErrorDetail[]) =>
  new ServiceError('invalid_argument', message, details);
export const notFound = (message: string) => new ServiceError('not_found', message);
export const forbidden = (message: string) => new ServiceError('forbidden', message);
export const conflict = (message: string) => new ServiceError('conflict', message);
export const unauthorized = (message = 'The credential is missing, invalid or expired.') =>
  new ServiceError('unauthorized', message);
export const unavailable = (message: string, retryAfterSeconds = 2) =>
  new ServiceError('unavailable', message, undefined, retryAfterSeconds);
export const tooManyRequests = (message: string, retryAfterSeconds: number, rateLimit?: RateLimitPolicy) =>
  new ServiceError('resource_exhausted', message, undefined, retryAfterSeconds, rateLimit);
