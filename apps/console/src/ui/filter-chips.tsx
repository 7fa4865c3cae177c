import { useT, type Key } from '../i18n/i18n.js';
import type { ScreenSearch } from './use-search.js';

const FILTERS = ['service', 'namespace', 'environment', 'version'] as const satisfies readonly Key[];

/** What the figures are narrowed to: never without saying so, and each can be taken away. */
export function FilterChips<S extends object>({ search: { state, change } }: { search: ScreenSearch<S> }) {
  const t = useT();
  const given = state as Partial<Record<(typeof FILTERS)[number], string>>;
  return FILTERS.filter((filter) => given[filter] !== undefined && given[filter] !== '').map((filter) => (
    <button
      className="button chip"
      type="button"
      key={filter}
      aria-label={t('withoutFilter', { filter: `${t(filter)}: ${given[filter]}` })}
      onClick={() => change({ [filter]: undefined })}
    >
      <span className="soft">{t(filter)}:</span> {given[filter]} <span aria-hidden="true">✕</span>
    </button>
  ));
}
