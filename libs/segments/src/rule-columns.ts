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

export const isRuleAttribute = (name: string): boolean => Object.hasOwn(SLOT, name);
