import type { CapabilityRoute } from '@spanwise/contracts/iam/iam';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { ROUTE_CATALOG, type CatalogRoute } from '@spanwise/contracts/authz/route-catalog';

/** The UI routes with whether this caller may open them. Pure. */
export const allowedRoutes = (context: Pick<IamContext, 'scope' | 'permissions' | 'features'>): CapabilityRoute[] =>
  ROUTE_CATALOG.map((route) => ({
    id: route.id,
    path_pattern: route.pathPattern,
    allowed: isAllowed(route, context),
    ...(route.navigation && {
      navigation_group: route.navigation.group,
      navigation_position: route.navigation.position,
    }),
  }));

function isAllowed(route: CatalogRoute, context: Pick<IamContext, 'scope' | 'permissions' | 'features'>): boolean {
  if (route.scope !== 'any' && route.scope !== context.scope) return false;
  if (route.feature !== undefined && !context.features.includes(route.feature)) return false;
  const has = (permission: string) => context.permissions.includes(permission);
  if (route.permissions.length === 0) return true;
  return route.mode === 'all' ? route.permissions.every(has) : route.permissions.some(has);
}
