import { Link } from '@tanstack/react-router';
import type { Schemas } from '../lib/api.js';
import { serviceColour } from '../lib/palette.js';
import { keptMembers } from '../lib/search.js';
import { useRawSearch } from './use-search.js';

export const ServiceMark = ({ name }: { name: string }) => (
  <span className="service-mark" style={{ background: serviceColour(name) }} />
);

type Identity = Schemas['ServiceIdentity'];

/** Leads to the service, with namespace and environment as its filters; without its own, the environment stays as it is. */
export function ServiceName({ of }: { of: Omit<Identity, 'environment'> & Partial<Identity> }) {
  const { namespace, environment } = of;
  const search = { ...keptMembers(useRawSearch()), namespace, ...(environment !== undefined && { environment }) };
  return (
    <>
      <ServiceMark name={of.name} />
      <Link to="/services/$service" params={{ service: of.name }} search={search as never}>
        {of.name}
      </Link>
    </>
  );
}
