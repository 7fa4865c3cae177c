/** Paths of the console. The gateway answers each of them with the page (apps/gateway/src/product/page). */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Broken } from './frame/broken.js';
import { Frame } from './frame/frame.js';
import { NotFound } from './frame/not-found.js';
import { safeNext } from './lib/mailed-link.js';
import { parseQuery, writeQuery } from './lib/search.js';
import { ended, queries } from './queries.js';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  component: lazyRouteComponent(() => import('./screens/signin/signin.js'), 'SignIn'),
});
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });
const screen = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => frame, path, component });
/** Leads an address of before, or of another client of this API, to the screen. */
const formerly = <Path extends string>(path: Path, to: string) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to, params, search, replace: true } as never);
    },
  });

const tree = root.addChildren([
  signIn,
  frame.addChildren([
    screen(
      '/',
      lazyRouteComponent(() => import('./screens/overview/overview.js'), 'Overview'),
    ),
    screen(
      '/services',
      lazyRouteComponent(() => import('./screens/services/services.js'), 'Services'),
    ),
    screen(
      '/services/$service',
      lazyRouteComponent(() => import('./screens/services/service.js'), 'Service'),
    ),
    screen(
      '/transactions/$transaction',
      lazyRouteComponent(() => import('./screens/transactions/transaction.js'), 'Transaction'),
    ),
    screen(
      '/compare',
      lazyRouteComponent(() => import('./screens/compare/compare.js'), 'Compare'),
    ),
    screen(
      '/dependencies',
      lazyRouteComponent(() => import('./screens/dependencies/dependencies.js'), 'Dependencies'),
    ),
    screen(
      '/map',
      lazyRouteComponent(() => import('./screens/map/map.js'), 'MapOfServices'),
    ),
    screen(
      '/errors',
      lazyRouteComponent(() => import('./screens/errors/errors.js'), 'Errors'),
    ),
    screen(
      '/errors/$fingerprint',
      lazyRouteComponent(() => import('./screens/errors/error-group.js'), 'ErrorGroup'),
    ),
    screen(
      '/traces',
      lazyRouteComponent(() => import('./screens/traces/traces.js'), 'Traces'),
    ),
    screen(
      '/traces/$trace',
      lazyRouteComponent(() => import('./screens/traces/trace.js'), 'Trace'),
    ),
    screen(
      '/data',
      lazyRouteComponent(() => import('./screens/data/data.js'), 'Data'),
    ),
    screen(
      '/alerts',
      lazyRouteComponent(() => import('./screens/alerts/incidents.js'), 'Incidents'),
    ),
    screen(
      '/alerts/rules',
      lazyRouteComponent(() => import('./screens/alerts/rules.js'), 'Rules'),
    ),
    screen(
      '/alerts/rules/$rule',
      lazyRouteComponent(() => import('./screens/alerts/rule.js'), 'Rule'),
    ),
    screen(
      '/alerts/silences',
      lazyRouteComponent(() => import('./screens/alerts/silences.js'), 'Silences'),
    ),
    screen(
      '/alerts/incidents/$incident',
      lazyRouteComponent(() => import('./screens/alerts/incident.js'), 'Incident'),
    ),
    formerly('/alerts/incidents', '/alerts'),
    formerly('/alerts/$incident', '/alerts/incidents/$incident'),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  defaultPreload: 'intent',
  scrollRestoration: false,
  defaultErrorComponent: Broken,
});

ended.go = () => {
  const { pathname, href } = router.state.location;
  if (pathname === '/signin') return;
  queries.clear();
  void router.navigate({ to: '/signin', search: { next: safeNext(href) } as never });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
