import { DEFAULT_NAMESPACE, keyPart, UNKNOWN_ENVIRONMENT, UNKNOWN_SERVICE } from './series.js';
import type { SpanResource } from './span.js';

/** A resource as the key of its service's series (decisions 3.12). */
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
