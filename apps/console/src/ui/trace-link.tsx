import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';
import { keptMembers } from '../lib/search.js';
import { useRawSearch } from './use-search.js';

/** Leads to a trace, where it is kept. */
export function TraceLink({ of }: { of: Pick<Schemas['Exemplar'], 'trace_id' | 'trace_available'> }) {
  const t = useT();
  const kept = keptMembers(useRawSearch()) as never;
  if (!of.trace_available) return <span className="soft">{t('notKept')}</span>;
  return (
    <Link className="code" to="/traces/$trace" params={{ trace: of.trace_id }} search={kept}>
      {of.trace_id.slice(0, 8)}
    </Link>
  );
}
