import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import { boundedStack, boundedText } from '@spanwise/span-model/exception-text';
import { nameText } from '@spanwise/span-model/identity';
import { keyPart } from '@spanwise/span-model/series';
import type { AttributeValue, SpanException, SpanRecord, SpanResource } from '@spanwise/span-model/span';

const RESOURCE_MEMBERS: Readonly<Record<string, keyof SpanResource>> = {
  'service.namespace': 'namespace',
  'service.name': 'service',
  'deployment.environment.name': 'environment',
  'service.version': 'version',
  'service.instance.id': 'instance',
  'telemetry.sdk.language': 'language',
  'telemetry.sdk.name': 'sdkName',
  'telemetry.sdk.version': 'sdkVersion',
};
const ENVIRONMENT = 'deployment.environment.name';
const OLD_ENVIRONMENT = 'deployment.environment';

/** Collects a resource: the first occurrence of a key wins, the new environment key wins over the old one unless it is blank. */
export class ResourceBuilder {
  private readonly values = new Map<string, string>();

  add(key: string, value: AttributeValue | undefined): void {
    if (value === undefined || this.values.has(key)) return;
    if (key === OLD_ENVIRONMENT || Object.hasOwn(RESOURCE_MEMBERS, key)) this.values.set(key, nameText(value));
  }

  build(): SpanResource {
    const resource: SpanResource = {
      namespace: '',
      service: '',
      environment: this.values.get(OLD_ENVIRONMENT) ?? '',
      version: '',
      instance: '',
      language: '',
      sdkName: '',
      sdkVersion: '',
    };
    for (const [key, value] of this.values) {
      if (key === OLD_ENVIRONMENT || value === '') continue;
      const isBlank = key === ENVIRONMENT && resource.environment !== '' && keyPart(value) === '';
      if (!isBlank) resource[RESOURCE_MEMBERS[key]!] = value;
    }
    return resource;
  }
}

export function emptySpan(resource: SpanResource): SpanRecord {
  return {
    resource,
    idBytes: new Uint8Array(),
    traceIdAt: -1,
    spanIdAt: -1,
    parentSpanIdAt: -1,
    hasParent: false,
    traceState: '',
    flags: 0,
    kind: 0,
    name: '',
    startMicros: 0,
    durationMicros: 0,
    hasEnd: false,
    statusCode: 0,
    attributes: Array.from<AttributeValue | undefined>({ length: ATTRIBUTE_KEYS.length }),
    exceptions: [],
    links: [],
  };
}

/** Makes the reused record ready for the next span. */
export function resetSpan(span: SpanRecord): void {
  span.traceIdAt = -1;
  span.spanIdAt = -1;
  span.parentSpanIdAt = -1;
  span.hasParent = false;
  span.traceState = '';
  span.flags = 0;
  span.kind = 0;
  span.name = '';
  span.startMicros = 0;
  span.durationMicros = 0;
  span.hasEnd = false;
  span.statusCode = 0;
  span.attributes.fill(undefined);
  if (span.exceptions.length > 0) span.exceptions = [];
  if (span.links.length > 0) span.links = [];
}

export function setExceptionMember(exception: SpanException, key: string, value: AttributeValue | undefined): void {
  if (typeof value !== 'string') return;
  if (key === 'exception.type' && exception.type === '') exception.type = boundedText(value);
  if (key === 'exception.message' && exception.message === '') exception.message = boundedText(value);
  if (key === 'exception.stacktrace' && exception.stacktrace === '') exception.stacktrace = boundedStack(value);
}

export const emptyException = (): SpanException => ({ timeMicros: 0, type: '', message: '', stacktrace: '' });
