import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';

const STREAM_NAME = /^(?!\.\.?$)[A-Za-z0-9_.-]{1,255}$/;
const RESERVED_STREAM = '_spanwise';
const DEFAULT_STREAM = 'default';

export const isStreamName = (name: string): boolean => STREAM_NAME.test(name);

/** The stream that a client has named, in a header or in the path. Throws what is wrong with the name. */
export function streamName(given: string | undefined): string {
  const name = given ?? DEFAULT_STREAM;
  if (!isStreamName(name)) {
    throw invalidArgument('The stream name must be 1 to 255 letters, digits, dots, dashes and underscores.');
  }
  if (name.startsWith(RESERVED_STREAM))
    throw forbidden(`Stream names that start with ${RESERVED_STREAM} belong to the platform.`);
  return name;
}

/** The stream of a metric; other characters than those of stream names are underscores in it. Throws for a reserved one. */
export const streamOfMetric = (metric: string): string =>
  streamName(metric.replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 255));

const MAX_IDEMPOTENCY_KEY = 255;

/** A client's own name of a request; a request with a name that was used in the last ten minutes is taken as repeated. */
export function idempotencyKeyOf(header: string | string[] | undefined): { idempotencyKey?: string } {
  if (header === undefined) return {};
  const key = String(header);
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_IDEMPOTENCY_KEY)
    throw invalidArgument('The Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.');
  return { idempotencyKey: key };
}
