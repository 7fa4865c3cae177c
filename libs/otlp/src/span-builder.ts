import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import type { AttributeValue, SpanException, SpanRecord, SpanResource } from '@spanwise/span-model/span';

/** Exception texts beyond this are cut: the rules keep far less of them. */
export const MAX_MESSAGE_CHARS = 4_096;
export const MAX_STACK_CHARS = 32_768;

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
const OLD_ENVIRONMENT = 'deployment.environment';

/** Collects a resource: the first occurrence of a key wins, the new environment key wins over the old one. */
export class ResourceBuilder {
  private readonly values = new Map<string, string>();

  add(key: string, value: AttributeValue | undefined): void {
    if (typeof value !== 'string' || this.values.has(key)) return;
    if (key === OLD_ENVIRONMENT || Object.hasOwn(RESOURCE_MEMBERS, key)) this.values.set(key, value);
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
      if (key !== OLD_ENVIRONMENT && value !== '') resource[RESOURCE_MEMBERS[key]] = value;
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
  if (key === 'exception.type' && exception.type === '') exception.type = value.slice(0, MAX_MESSAGE_CHARS);
  if (key === 'exception.message' && exception.message === '') exception.message = value.slice(0, MAX_MESSAGE_CHARS);
  if (key === 'exception.stacktrace' && exception.stacktrace === '') {
    exception.stacktrace = bothEnds(value);
  }
}

/** Some runtimes print the innermost call first, others last: of a long stack both ends say where it happened. */
function bothEnds(stack: string): string {
  if (stack.length <= MAX_STACK_CHARS) return stack;
  const half = MAX_STACK_CHARS / 2;
  return `${stack.slice(0, half - 1)}\n${stack.slice(-half)}`;
}

export const emptyException = (): SpanException => ({ timeMicros: 0, type: '', message: '', stacktrace: '' });
