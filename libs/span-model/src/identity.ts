import { DEFAULT_NAMESPACE, keyPart, UNKNOWN_ENVIRONMENT, UNKNOWN_SERVICE } from './series.js';
import type { SpanResource } from './span.js';

/**
 * Text of an attribute that names who sends: numbers and truth values are their text, as a double writes them, because
 * senders do name a service `777`; lists, objects and null name no service. `keyPart` makes the name of it, in the figures and
 * in the columns of stored records alike: what one answer calls a service, every other finds.
 */
export function nameText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(Number(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A resource as the key of its service's series (APM-12). */
export interface Identity {
  namespace: string;
  service: string;
  environment: string;
  version: string;
}

export function identityOf(resource: SpanResource): Identity {
  return {
    namespace: keyPart(resource.namespace, DEFAULT_NAMESPACE),
    service: keyPart(resource.service, UNKNOWN_SERVICE),
    environment: keyPart(resource.environment, UNKNOWN_ENVIRONMENT),
    version: keyPart(resource.version),
  };
}
