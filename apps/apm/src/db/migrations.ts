import { deletedOrganizationsMigration } from '@spanwise/postgres/deleted-organizations';
import { AuditOutbox1767200000000 } from './migrations/audit-outbox.js';
import { Callees1764600000000 } from './migrations/callees.js';
import { DeclaredIndexes1766400000000 } from './migrations/declared-indexes.js';
import { DeltaDeadLetters1767540000000 } from './migrations/delta-dead-letters.js';
import { Deployments1764300000000 } from './migrations/deployments.js';
import { ErrorSamples1764500000000 } from './migrations/error-samples.js';
import { FieldTypes1767530000000 } from './migrations/field-types.js';
import { GatewayMinutes1766900000000 } from './migrations/gateway-minutes.js';
import { JobStoredTo1767520000001 } from './migrations/job-stored-to.js';
import { LostForAll1767100000000 } from './migrations/lost-for-all.js';
import { NormalizeNullMembers1767240000000 } from './migrations/normalize-null-members.js';
import { NameCandidates1764700000000 } from './migrations/name-candidates.js';
import { OffsetGeneration1766300000000 } from './migrations/offset-generation.js';
import { QueryDays1766200000000 } from './migrations/query-days.js';
import { RemovalReasons1767500000001 } from './migrations/removal-reasons.js';
import { RollupRevisions1765900000000 } from './migrations/rollup-revisions.js';
import { Rollups1764000000000 } from './migrations/rollups.js';
import { SavedViews1766000000000 } from './migrations/saved-views.js';
import { SearchJobs1764900000000 } from './migrations/search-jobs.js';
import { SourceMaps1766800000000 } from './migrations/source-maps.js';
import { Telemetry1764800000000 } from './migrations/telemetry.js';
import { TraceFilters1766150000000 } from './migrations/trace-filters.js';
import { UnplacedFields1766500000000 } from './migrations/unplaced-fields.js';
import { WRITER } from './migrations/writer.js';

/** They run in the order of the digits of their names. A name is never changed: it stands in the databases. */
export const migrations = [
  Rollups1764000000000,
  Deployments1764300000000,
  ErrorSamples1764500000000,
  Callees1764600000000,
  NameCandidates1764700000000,
  Telemetry1764800000000,
  SearchJobs1764900000000,
  RollupRevisions1765900000000,
  SavedViews1766000000000,
  TraceFilters1766150000000,
  QueryDays1766200000000,
  OffsetGeneration1766300000000,
  DeclaredIndexes1766400000000,
  UnplacedFields1766500000000,
  deletedOrganizationsMigration('DeletedOrganizations1766710000000', WRITER),
  SourceMaps1766800000000,
  GatewayMinutes1766900000000,
  LostForAll1767100000000,
  AuditOutbox1767200000000,
  NormalizeNullMembers1767240000000,
  RemovalReasons1767500000001,
  JobStoredTo1767520000001,
  FieldTypes1767530000000,
  DeltaDeadLetters1767540000000,
];
