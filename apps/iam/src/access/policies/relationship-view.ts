/** How a relationship is shown. Pure. */
import type { RelationshipView } from '@spanwise/contracts/iam/policies';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { RelationshipRow } from './relationships.store.js';

export const relationshipView = (row: RelationshipRow): RelationshipView => ({
  id: row.id,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  role_id: row.role_id,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  ...(row.container_type !== null && { container_type: row.container_type }),
  ...(row.container_id !== null && { container_id: row.container_id }),
  created_at_micros: microsOf(row.created_at),
});
