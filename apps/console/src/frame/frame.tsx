/** What stands around every screen: where one can go, in which organization and range, and how the data are. */
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useT, type Key } from '../i18n/i18n.js';
import { answerOf, api, ApiError } from '../lib/api.js';
import { keptMembers } from '../lib/search.js';
import { useClock } from '../ui/clock.js';
import { usePreferences } from '../ui/preferences.js';
import { Fault } from '../ui/states.js';
import { useRawSearch } from '../ui/use-search.js';
import { DataHealth } from './data-health.js';
import { OrganizationMenu, UserMenu } from './menus.js';
import { RangePicker } from './range-picker.js';

const ICONS: Record<string, string> = {
  overview: 'M2 12.5h2.5l2-7 3 9 2-5H16',
  services: 'M3 3h5v5H3zM10 3h5v5h-5zM3 10h5v5H3zM10 10h5v5h-5z',
  compare: 'M9 2v14M2 13l3-8 3 8zM12 5h4M12 9h4M12 13h4',
  dependencies: 'M2 5h4v8H2zM12 5h4v8h-4zM7.5 9h2.8M8.8 7.3 10.5 9l-1.7 1.7',
  map: 'M2 7h4v4H2zM12 2.5h4v4h-4zM12 11.5h4v4h-4zM6 9l6-4.5M6 9l6 4.5',
  errors: 'M9 2.5 16 15H2zM9 7v3.5M9 12.6v.4',
  traces: 'M2 4h8M5 9h9M9 14h7',
  alerts: 'M4 12.5V8a5 5 0 0 1 10 0v4.5l1.2 1.5H2.8zM7.5 16h3',
  data: 'M3 5c0-3 12-3 12 0v8c0 3-12 3-12 0zM3 5c0 3 12 3 12 0M3 9c0 3 12 3 12 0',
  fold: 'M11 4 6 9l5 5',
};

const Icon = ({ name }: { name: string }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <path d={ICONS[name]} strokeLinejoin="round" strokeLinecap="round" />
  </svg>
);

const Mark = () => (
  <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <g fill="var(--on-accent)">
      <rect x="5" y="6.5" width="11" height="2.6" rx="1.3" />
      <rect x="8" y="10.7" width="9" height="2.6" rx="1.3" />
      <rect x="12" y="14.9" width="7" height="2.6" rx="1.3" />
    </g>
  </svg>
);

export function Frame() {
  const t = useT();
  const me = useQuery({ queryKey: ['me'], queryFn: () => answerOf(api.GET('/api/v1/me')) });
  const { folded } = usePreferences();
  if (me.isPending) return null;
  // The sign-in comes next.
  if (me.error instanceof ApiError && me.error.status === 401) return null;
  if (me.error !== null) return <Fault error={me.error} retry={() => void me.refetch()} />;
  return (
    <div className="frame" data-folded={folded || undefined}>
      <a className="button skip" href="#main">
        {t('skip')}
      </a>
      <header className="banner">
        <Link className="brand" to="/" aria-label="Spanwise">
          <Mark />
          <span>Spanwise</span>
        </Link>
        <div className="top">
          <OrganizationMenu me={me.data} />
          <span className="space" />
          <DataHealth />
          <RangePicker />
          <Refresh />
          <UserMenu me={me.data} />
        </div>
      </header>
      <Navigation />
      <main id="main">
        <Screen>
          <Outlet />
        </Screen>
      </main>
    </div>
  );
}

const TITLES: Record<string, Key> = {
  services: 'services',
  transactions: 'transactions',
  compare: 'compareVersions',
  dependencies: 'dependencies',
  map: 'map',
  errors: 'errorsTitle',
  traces: 'traces',
  data: 'healthTitle',
  alerts: 'alerts',
};

/** Says in the window's title where one is. */
function Screen({ children }: { children: ReactNode }) {
  const t = useT();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [, screen = '', thing] = path.split('/');
  const name = t(TITLES[screen] ?? 'overview');
  const of = thing === undefined ? name : `${decodeURIComponent(thing)} · ${name}`;
  useEffect(() => {
    document.title = `${of} · Spanwise`;
  }, [of]);
  return children;
}

function Navigation() {
  const t = useT();
  const search = keptMembers(useRawSearch()) as never;
  const { folded, choose } = usePreferences();
  const item = (
    name: string,
    label: Key,
    to: '/' | '/services' | '/compare' | '/dependencies' | '/map' | '/errors' | '/traces' | '/data' | '/alerts',
  ) => (
    <Link to={to} search={search} activeOptions={{ exact: to === '/', includeSearch: false }} aria-label={t(label)}>
      <Icon name={name} />
      <span>{t(label)}</span>
    </Link>
  );
  return (
    <nav aria-label={t('navigation')}>
      {item('overview', 'overview', '/')}
      {item('services', 'services', '/services')}
      {item('compare', 'compare', '/compare')}
      {item('dependencies', 'dependencies', '/dependencies')}
      {item('map', 'map', '/map')}
      {item('errors', 'errorsTitle', '/errors')}
      {item('traces', 'traces', '/traces')}
      {item('alerts', 'alerts', '/alerts')}
      {item('data', 'dataHealth', '/data')}
      <Button className="button quiet fold" aria-label={t('fold')} onPress={() => choose({ folded: !folded })}>
        <Icon name="fold" />
        <span>{t('fold')}</span>
      </Button>
    </nav>
  );
}

function Refresh() {
  const t = useT();
  const { refresh } = useClock();
  return (
    <Button className="button refresh" aria-label={t('refresh')} onPress={refresh}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M13.5 8A5.5 5.5 0 1 1 11.6 3.8M12 1v3.2H8.8" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </Button>
  );
}
