/** The services of the shop: what they are written in, which conventions they speak, and their running instances. */
import { keyValues, type Attributes, type KeyValue } from '../otlp.js';
import type { Random } from '../random.js';

/** Semantic conventions of a service: `dup` emits old and new attributes side by side. */
export type Convention = 'old' | 'new' | 'dup';
export type Language = 'nodejs' | 'java' | 'python' | 'go';
export type Environment = 'production' | 'staging';

export type ServiceName =
  | 'frontend'
  | 'gateway'
  | 'auth'
  | 'catalog'
  | 'cart'
  | 'checkout'
  | 'payment'
  | 'inventory'
  | 'shipping'
  | 'email'
  | 'recommendation'
  | 'reporting';

export interface Service {
  name: ServiceName;
  language: Language;
  convention: Convention;
  /** The last one is the newest. */
  versions: readonly string[];
  instances: number;
  /** False: the instrumentation leaves the status of failed spans unset, and their codes alone show it. */
  setsStatus: boolean;
  /** One trace of `oneOf` is kept, as every span of the service says in its trace state. */
  sampling?: { oneOf: number; traceState: string };
}

export interface Instance {
  service: Service;
  version: string;
  environment: Environment;
  id: string;
  resource: KeyValue[];
  /** The newer of two versions: slower and failing more often. */
  regressed: boolean;
}

export const NAMESPACE = 'shop';
/** Its newer version regresses. */
export const REGRESSING_SERVICE: ServiceName = 'checkout';

const SERVICES: readonly Service[] = [
  { name: 'frontend', language: 'nodejs', convention: 'new', versions: ['5.2.0'], instances: 3, setsStatus: true },
  { name: 'gateway', language: 'go', convention: 'old', versions: ['1.18.2'], instances: 2, setsStatus: true },
  { name: 'auth', language: 'go', convention: 'new', versions: ['0.9.4'], instances: 2, setsStatus: false },
  { name: 'catalog', language: 'java', convention: 'old', versions: ['3.1.0'], instances: 2, setsStatus: false },
  { name: 'cart', language: 'python', convention: 'dup', versions: ['2.0.1'], instances: 2, setsStatus: true },
  {
    name: 'checkout',
    language: 'java',
    convention: 'new',
    versions: ['2.3.0', '2.4.0'],
    instances: 4,
    setsStatus: true,
  },
  { name: 'payment', language: 'nodejs', convention: 'new', versions: ['1.7.0'], instances: 2, setsStatus: true },
  { name: 'inventory', language: 'go', convention: 'old', versions: ['4.0.0'], instances: 2, setsStatus: false },
  { name: 'shipping', language: 'python', convention: 'old', versions: ['1.1.3'], instances: 1, setsStatus: true },
  { name: 'email', language: 'python', convention: 'new', versions: ['1.4.0'], instances: 2, setsStatus: true },
  {
    name: 'recommendation',
    language: 'python',
    convention: 'new',
    versions: ['0.3.0'],
    instances: 2,
    setsStatus: true,
    sampling: { oneOf: 4, traceState: 'ot=th:c' },
  },
  { name: 'reporting', language: 'java', convention: 'old', versions: ['6.0.0'], instances: 1, setsStatus: true },
];

/** Staging runs one instance of everything, always of the newest version. */
export class Fleet {
  private readonly instances = new Map<string, Instance[]>();

  /** `clockStepChance`: share of the spans whose host sets its clock back while they run. */
  constructor(
    random: Random,
    readonly clockStepChance: number,
  ) {
    for (const service of SERVICES) {
      const production = Array.from({ length: service.instances }, (_, index) =>
        instanceOf(service, service.versions[index % service.versions.length]!, 'production', random),
      );
      const newest = service.versions[service.versions.length - 1];
      this.instances.set(`${service.name} production`, production);
      this.instances.set(`${service.name} staging`, [instanceOf(service, newest!, 'staging', random)]);
    }
  }

  pick(name: ServiceName, environment: Environment, random: Random): Instance {
    return random.pick(this.instances.get(`${name} ${environment}`) ?? []);
  }
}

const SDK_VERSIONS: Record<Language, string> = { nodejs: '2.1.0', java: '1.49.0', python: '1.33.1', go: '1.36.0' };

function instanceOf(service: Service, version: string, environment: Environment, random: Random): Instance {
  const id = `${service.name}-${random.hex(4)}-${random.hex(3).slice(0, 5)}`;
  const environmentKey = service.convention === 'old' ? 'deployment.environment' : 'deployment.environment.name';
  const resource: Attributes = {
    'service.name': service.name,
    'service.namespace': NAMESPACE,
    'service.version': version,
    'service.instance.id': id,
    [environmentKey]: environment,
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.language': service.language,
    'telemetry.sdk.version': SDK_VERSIONS[service.language],
    'host.name': id,
  };
  const regressed = service.name === REGRESSING_SERVICE && version !== service.versions[0];
  return { service, version, environment, id, resource: keyValues(resource), regressed };
}
