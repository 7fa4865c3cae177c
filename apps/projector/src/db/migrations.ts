import { deletedOrganizationsMigration } from '@spanwise/postgres/deleted-organizations';
import { CountingDelta1766100000000 } from './migrations/counting-delta.js';
import { DeadLetterCounts1764100000000 } from './migrations/dead-letter-counts.js';
import { KeySides1767530000000 } from './migrations/key-sides.js';
import { KeysByMinute1764700000000 } from './migrations/keys-by-minute.js';
import { LedgerHours1767540000000 } from './migrations/ledger-hours.js';
import { LedgerTimes1767520000000 } from './migrations/ledger-times.js';
import { LogAnchors1767100000000 } from './migrations/log-anchors.js';
import { Projection1764000000000 } from './migrations/projection.js';
import { RawStore1764810000000 } from './migrations/raw-store.js';
import { ShardRuns1767400000000 } from './migrations/shard-runs.js';
import { Signals1764800000000 } from './migrations/signals.js';
import { StoreOwner1767500000000 } from './migrations/store-owner.js';
import { Usage1764850000000 } from './migrations/usage.js';
import { WRITER } from './migrations/writer.js';

/** They run in the order of the digits of their names. A name is never changed: it stands in the databases. */
export const migrations = [
  Projection1764000000000,
  DeadLetterCounts1764100000000,
  KeysByMinute1764700000000,
  Signals1764800000000,
  RawStore1764810000000,
  Usage1764850000000,
  CountingDelta1766100000000,
  deletedOrganizationsMigration('DeletedOrganizations1766710000000', WRITER),
  LogAnchors1767100000000,
  ShardRuns1767400000000,
  StoreOwner1767500000000,
  LedgerTimes1767520000000,
  KeySides1767530000000,
  LedgerHours1767540000000,
];
