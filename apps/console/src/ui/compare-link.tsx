import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';
import { keptMembers } from '../lib/search.js';
import { useRawSearch } from './use-search.js';

/** Leads to the comparison of a version, with the one before it where there is one. What a deployment does not name filters nothing. */
export function CompareLink({ of }: { of: { service: Schemas['ServiceIdentity']; version: string } }) {
  const t = useT();
  const { service, version } = of;
  const { namespace, name, environment } = service;
  const search = {
    ...keptMembers(useRawSearch()),
    service: name,
    candidate: version,
    ...(namespace !== '' && { namespace }),
    ...(environment !== '' && { environment }),
  };
  return (
    <Link to="/compare" search={search as never} aria-label={t('compareVersionOf', { version, service: name })}>
      {t('compareWithBefore')}
    </Link>
  );
}
