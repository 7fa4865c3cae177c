import type { LostRange, ManifestSegment } from '@spanwise/contracts/log/manifests';
import type { DeliveredEntry } from '../log/log-reader.js';
import type { KnownFields } from './known-fields.js';
import type { ManifestRoom } from './put-segments.js';
import type { SegmentSpool } from './segment-spool.js';
import type { StorePosition } from './store-position.store.js';

/** What has been read and is not committed. */
export interface Gathered {
  spool: SegmentSpool;
  /** What was in the spool and is in the store now, because it was full. */
  segments: ManifestSegment[];
  putWeight: number;
  room: ManifestRoom;
  to: { epoch: number; seq: number };
  lost: LostRange[];
  letterIds: string[];
  startedMs: number;
  firstLoggedAtMicros: number;
  loggedAtMicros: number;
}

export interface Memory {
  position: StorePosition;
  gathered: Gathered;
  fields: KnownFields;
  /** Read and not processed yet. */
  waiting: DeliveredEntry[];
  /** Everything up to here was read. */
  readSeq: number;
  /** Looks in a row that gave nothing although there is something. */
  emptyReads: number;
}

/** Whether a commit would change anything. */
export const hasNews = ({ position, gathered }: Memory): boolean =>
  gathered.to.seq !== position.seq || gathered.letterIds.length > 0;
