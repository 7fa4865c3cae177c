/** Pages of the lists of streams (API-7). */
import { MAX_STREAMS_PAGE, type StoredSignal } from '@spanwise/contracts/telemetry/streams';
import { refuseOtherThanCursor, type SignedCursors } from '@spanwise/host/signed-cursor';
import type { StreamPlace } from './stream-rows.store.js';

/** What one list is of, and where its next page begins. */
export interface StreamsState {
  q?: string;
  stream_type?: StoredSignal;
  window_secs?: number;
  bucket_count?: number;
  /** When the window of the first page ended. */
  now_micros?: number;
  after?: StreamPlace;
}

type Asked = StreamsState & { limit?: number; cursor?: string };

/** One page of a list: the state that it was asked with, and what is behind it. */
export class StreamsPageOf {
  readonly limit: number;

  private constructor(
    private readonly cursors: SignedCursors<StreamsState>,
    private readonly organizationId: string,
    readonly state: StreamsState,
    limit: number | undefined,
  ) {
    this.limit = Math.min(limit ?? MAX_STREAMS_PAGE, MAX_STREAMS_PAGE);
  }

  /** Throws `invalid_argument` for a cursor that is none, and for a member that differs from what it was made for. */
  static open(cursors: SignedCursors<StreamsState>, organizationId: string, { limit, cursor, ...asked }: Asked) {
    const held = cursor === undefined ? asked : cursors.open(cursor, organizationId);
    for (const name of Object.keys(asked) as (keyof StreamsState)[]) {
      if (asked[name] === undefined || asked[name] === held[name]) continue;
      refuseOtherThanCursor(name);
    }
    return new StreamsPageOf(cursors, organizationId, held, limit);
  }

  /** `read` gives one row more than the page has, where there is one. */
  cut<Row extends StreamPlace>(rows: readonly Row[]): { rows: Row[]; next: { next_cursor?: string } } {
    const page = rows.slice(0, this.limit);
    if (rows.length === page.length) return { rows: page, next: {} };
    const { name, signal } = page.at(-1)!;
    const next_cursor = this.cursors.seal(this.organizationId, { ...this.state, after: { name, signal } });
    return { rows: page, next: { next_cursor } };
  }
}
