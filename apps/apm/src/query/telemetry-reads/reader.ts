import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { Completeness } from '@spanwise/contracts/telemetry/query';
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import { DAY_MICROS } from '@spanwise/span-model/time-units';
import type { RowForm } from '../query-engine/row-json.js';
import type { Queries } from '../query-engine/queries.js';
import { ownerOf } from '../query-engine/query-request.js';
import { quotedName, quotedText } from '../query-engine/sql-text.js';
import type { TimeRange } from '../query-engine/stream-scope.js';
import { bothOf } from '../../store/stored-state/not-stored.js';
import type { StoredRead } from '../../store/stored-state/stored-reads.js';
import { MAX_TABLES } from '../query-engine/statement-check.js';

const MAX_BYTES = 32 * 1024 * 1024;

/** The last 24 hours where a request names none. Throws when it ends before it begins. */
export function windowOf(asked: { from?: number; to?: number }, nowMicros = Date.now() * 1_000): TimeRange {
  const toMicros = asked.to ?? Math.max(nowMicros + 1, (asked.from ?? 0) + 1);
  const fromMicros = asked.from ?? Math.max(0, toMicros - DAY_MICROS);
  if (toMicros <= fromMicros) {
    throw invalidArgument('The time range must end after it begins.', [{ field: 'to', reason: 'must be after from' }]);
  }
  return { fromMicros, toMicros };
}

/** Where a trace is looked for, one after the other: near, and, where a request names no range, in what was stored in 30 days. */
export function rangesOfTrace(asked: { from?: number; to?: number }, nowMicros = Date.now() * 1_000): TimeRange[] {
  const near = windowOf(asked, nowMicros);
  if (asked.from !== undefined || asked.to !== undefined) return [near];
  return [near, { ...near, fromMicros: Math.max(0, near.toMicros - 30 * DAY_MICROS) }];
}

/** What of a summary an answer has to say about itself. */
const completenessOf = ({ partial, partial_reason }: Completeness): Completeness =>
  partial === undefined ? {} : { partial, ...(partial_reason !== undefined && { partial_reason }) };

/** Streams of a signal, of which there is one, with all of its columns; the first 32 of them. */
export function asOneTable(signal: Signal, streams: readonly string[], narrowed = ''): string {
  const columns = [...COLUMNS[signal].map(({ name }) => quotedName(name)), '_event_id'].join(', ');
  const parts = streams
    .slice(0, MAX_TABLES)
    .map((stream) => `select ${columns} from ${signal}.${quotedName(stream)}${narrowed}`);
  return `(${parts.join(' union all ')})`;
}

/** Runs statements that apm has made for one person, as queries of that person. */
export class TelemetryReader {
  constructor(
    private readonly queries: Queries,
    private readonly timeLimitMs: number,
    private readonly context: IamContext,
    /** Ids of the only streams that the person may query; absent: all. */
    private readonly heldIds?: readonly string[],
    /** Absent: the reader knows itself how far what is stored goes. */
    private readonly stored?: StoredRead,
  ) {}

  get organizationId(): string {
    return this.context.organization_id;
  }

  /** Lines of JSON, and the summary; an answer is bounded by its statement's limit and by 32 MiB. */
  async lines(
    statement: string,
    range: TimeRange,
    signal: AbortSignal,
    form: RowForm = 'objects',
  ): Promise<{ lines: string[]; columns: string[]; completeness: Completeness }> {
    const pieces: Uint8Array[] = [];
    const summary = await this.queries.run(
      ownerOf(this.context),
      {
        id: uuidv7(),
        statement,
        range,
        form,
        maxBytes: MAX_BYTES,
        timeLimitMs: this.timeLimitMs,
        ...(this.heldIds && { heldIds: this.heldIds }),
        ...(this.stored && { stored: this.stored }),
      },
      signal,
      { begin: () => undefined, write: (bytes) => void pieces.push(bytes) },
    );
    const text = Buffer.concat(pieces).toString('utf8').trimEnd();
    return {
      lines: text === '' ? [] : text.split('\n'),
      columns: summary.columns,
      completeness: bothOf(completenessOf(summary), (await this.stored?.completeness(range)) ?? {}),
    };
  }

  /** Of an answer without records: there is no stream to read. */
  async nothing(range: TimeRange, signal: Signal): Promise<Completeness> {
    this.stored?.reads([signal]);
    return (await this.stored?.completeness(range)) ?? {};
  }

  /**
   * Streams of a signal that may be queried, as one table of all its columns; undefined when there are none. Of `traceId`
   * alone only segments that may hold it are opened.
   */
  async allOf(signal: Signal, traceId?: string): Promise<string | undefined> {
    const known = await this.streams();
    const streams = known.filter((one) => one.signal === signal && one.limits.queryable).map(({ stream }) => stream);
    if (streams.length === 0) return undefined;
    return asOneTable(signal, streams, traceId === undefined ? '' : ` where trace_id = ${quotedText(traceId)}`);
  }

  async has(signal: Signal, stream: string): Promise<boolean> {
    const known = await this.streams();
    return known.some((one) => one.signal === signal && one.stream === stream);
  }

  private async streams() {
    await this.stored?.begin();
    const known = await this.queries.ports.catalogue.streams(this.organizationId);
    return known.filter(({ id }) => this.heldIds?.includes(id) ?? true);
  }
}
