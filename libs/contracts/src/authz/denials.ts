import type { ResourceType } from './decisions.js';
import { authorize, NO_HOLDINGS } from './authorize.js';
import type { Access, ContextAccess, IamContext } from './iam-context.js';

const NARROWED = 'This operation is not open to what is held on single resources.';

/**
 * The sentence that says why `context` may not pass `access`, or undefined when it may. One of what is held on single
 * resources passes nothing here, not even what is open to all: `heldDenialOf` is for those.
 */
export function denialOf(context: IamContext, access: Access | ContextAccess): string | undefined {
  if (context.held !== undefined) return NARROWED;
  if (access === 'any-context') return undefined;
  if (context.organization_disabled) return 'This organization is disabled.';
  if (access === 'enabled-organization') return undefined;
  const needed = access[context.scope];
  if (needed === undefined) return `This operation is not available in the ${context.scope} scope.`;
  // Nothing that is held on single resources counts here, and so no time either.
  const { allowed } = authorize(context, NO_HOLDINGS, { permission: needed }, 0);
  return allowed ? undefined : `The permission ${needed} is missing.`;
}

/** What a message says about the resources that it is about. */
export interface Concerned {
  subject: string;
  permission: string | undefined;
  resource_type: ResourceType;
  /** Undefined: the message names none, and means all that there are. */
  resource_ids: readonly string[] | undefined;
}

/** The same for a context of what is held on single resources: this message, and no other resource. */
export function heldDenialOf({ held }: IamContext, message: Concerned | undefined): string | undefined {
  if (held === undefined || message === undefined) return NARROWED;
  if (held.operation !== message.subject) return NARROWED;
  if (held.permission !== message.permission || held.resource_type !== message.resource_type) return NARROWED;
  const named = message.resource_ids?.every((id) => held.resource_ids.includes(id)) ?? false;
  return named ? undefined : 'This operation is about other resources than those that are held.';
}
