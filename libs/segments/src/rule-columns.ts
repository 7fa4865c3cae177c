/** Attributes that the rules of the figures read, of a span and of its resource. */
import { SLOT } from '@spanwise/span-model/attribute-keys';

/** Those of the resource that have a column. */
export const RESOURCE_IDENTITY: ReadonlySet<string> = new Set([
  'service.name',
  'service.namespace',
  'service.version',
  'service.instance.id',
  'deployment.environment.name',
]);

/** Those of them that name a service: their columns hold the names that the figures have. */
export const NAME_COLUMNS: ReadonlySet<string> = new Set(
  [...RESOURCE_IDENTITY].filter((name) => name !== 'service.instance.id'),
);
/** Of older conventions; `deployment.environment.name` holds it where that is not said. */
export const [ENVIRONMENT, OLD_ENVIRONMENT] = ['deployment.environment.name', 'deployment.environment'];

export const isRuleAttribute = (name: string): boolean => Object.hasOwn(SLOT, name);
