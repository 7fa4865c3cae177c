import './alerts.css';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { keptMembers } from '../../lib/search.js';
import { useRawSearch } from '../../ui/use-search.js';

const TABS = { incidents: '/alerts', rules: '/alerts/rules', silences: '/alerts/silences' } as const;
type Tab = keyof typeof TABS;

/** The screens of alerting, beside each other; a thing of a list has the list's. */
export function AlertsTabs({ at }: { at: Tab }) {
  const t = useT();
  const search = keptMembers(useRawSearch()) as never;
  return (
    <nav className="tabs" aria-label={t('alerts')}>
      {(Object.keys(TABS) as Tab[]).map((tab) => (
        <Link
          key={tab}
          to={TABS[tab]}
          search={search}
          activeOptions={{ exact: true, includeSearch: false }}
          data-status={tab === at ? 'active' : undefined}
        >
          {t(tab)}
        </Link>
      ))}
    </nav>
  );
}
