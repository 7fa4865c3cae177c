import type { ServiceIdentity } from '@spanwise/contracts/apm/apm';
import { topOf } from './section.js';

const identityText = ({ namespace, name, environment }: ServiceIdentity): string =>
  [namespace, name, environment].join('\0');

/** The different identities, in order of namespace, name and environment. */
export function identitiesOf(services: ServiceIdentity[]): ServiceIdentity[] {
  const different = new Map(services.map((service) => [identityText(service), service]));
  return topOf([...different.values()], (a, b) => (identityText(a) < identityText(b) ? -1 : 1));
}

/** One identity of all: members that differ are empty (APM-24). */
export function mergedIdentity(services: ServiceIdentity[]): ServiceIdentity {
  const shared = (member: keyof ServiceIdentity) =>
    services.every((service) => service[member] === services[0]![member]) ? services[0]![member] : '';
  return { namespace: shared('namespace'), name: shared('name'), environment: shared('environment') };
}
