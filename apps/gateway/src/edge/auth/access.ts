import { SetMetadata } from '@nestjs/common';
import type { Access as AccessRule } from '@spanwise/contracts/authz/iam-context';

export type RouteAccess = AccessRule | 'any-context' | 'public';

export const ACCESS_KEY = 'spanwise:access';

/** What a route needs. A route that declares nothing does not boot. */
export const Access = (rule: AccessRule) => SetMetadata(ACCESS_KEY, rule satisfies RouteAccess);
/** Any caller with a valid credential. */
export const AnyContext = () => SetMetadata(ACCESS_KEY, 'any-context' satisfies RouteAccess);
/** No credential: the handler checks a narrower one, or there is nothing to protect. */
export const Public = () => SetMetadata(ACCESS_KEY, 'public' satisfies RouteAccess);
