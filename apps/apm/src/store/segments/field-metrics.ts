import { Counter, type Registry } from 'prom-client';

/** No label names an organization or a stream: `GET /streams/{id}/schema` says which fields of a stream these are. */
export const unplacedFields = (registry: Registry): Counter =>
  new Counter({
    name: 'spanwise_apm_unplaced_fields_total',
    help: 'Sightings of fields that have no place in the schema of their stream.',
    registers: [registry],
  });
