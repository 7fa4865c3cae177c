import { Injectable } from '@nestjs/common';
import { SORTS, type ApmQuery, type Page } from '@spanwise/contracts/apm/apm';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { SignedCursors } from '@spanwise/host/signed-cursor';
import type { RedTotals } from '@spanwise/span-model/red';
import { ApmConfig } from '../../config.js';
import type { QueryRange } from '../range/query-range.js';
import { MICROS } from '../range/query-range.js';
import { ApmReads, type ApmRead } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { checkAgainstCursor, type CursorState, type RowPosition } from './cursor.js';
import { cutPage, type Positioned } from './page.js';

export const DEFAULT_LIMIT = 50;

export type ListName = keyof typeof SORTS;

/** What differs between the lists. */
export interface ListDefinition<Row, Item> {
  name: ListName;
  /** All rows of the range; `services` is what the sampling shares of `meta` are taken from. */
  rows: (read: ApmRead) => Promise<{ rows: Row[]; services: RedTotals }>;
  /** Sort value of a row, null where it has none. */
  valueOf: (row: Row, sort: string) => RowPosition['value'];
  identityOf: (row: Row) => string[];
  /** The items of one page, in its order. */
  items: (rows: Row[], read: ApmRead) => Promise<Item[]>;
}

interface PagePlan {
  range: QueryRange;
  state: Omit<CursorState, 'position' | 'toward'>;
  from?: { position: RowPosition; toward: 'next' | 'previous' };
}

/** Answers the four paginated lists. */
@Injectable()
export class Lists {
  constructor(
    private readonly reads: ApmReads,
    private readonly config: ApmConfig,
  ) {}

  private cursorsOf(list: ListName): SignedCursors<CursorState> {
    return new SignedCursors(this.config.cursorKeys, list, () => this.reads.nowMicros / 1_000);
  }

  async page<Row, Item>(
    definition: ListDefinition<Row, Item>,
    query: ApmQuery,
    context: IamContext,
  ): Promise<Page<Item>> {
    const plan = this.plan(definition.name, query, context);
    const { sort, direction, limit } = plan.state;
    return this.reads.answer(context, plan.range, plan.state.filters, async (read, meta) => {
      const { rows, services } = await definition.rows(read);
      const positioned: Positioned<Row>[] = rows.map((row) => ({
        row,
        position: { value: definition.valueOf(row, sort), identity: definition.identityOf(row) },
      }));
      const cut = cutPage(positioned, direction, limit, plan.from);
      const cursors = this.cursorsOf(definition.name);
      const seal = (toward: 'next' | 'previous', at: Positioned<Row> | undefined) =>
        at === undefined
          ? null
          : cursors.seal(context.organization_id, { ...plan.state, toward, position: at.position });
      return {
        meta: await meta(services),
        items: await definition.items(
          cut.rows.map(({ row }) => row),
          read,
        ),
        next_cursor: cut.hasNext ? seal('next', cut.rows.at(-1)) : null,
        previous_cursor: cut.hasPrevious ? seal('previous', cut.rows[0]) : null,
        has_more: cut.hasNext,
        sort,
      };
    });
  }

  private plan(name: ListName, query: ApmQuery, context: IamContext): PagePlan {
    const sorts: readonly string[] = SORTS[name];
    if (query.sort !== undefined && !sorts.includes(query.sort)) {
      const message = `The list of ${name} can be sorted by ${sorts.join(', ')}.`;
      throw invalidArgument(message, [{ field: 'sort', reason: `must be one of ${sorts.join(', ')}` }]);
    }
    return query.cursor === undefined
      ? this.firstPage(name, query)
      : this.laterPage(name, query.cursor, query, context);
  }

  private firstPage(name: ListName, query: ApmQuery): PagePlan {
    const range = this.reads.rangeOf(query);
    return {
      range,
      state: {
        filters: filtersOf(query),
        ...(query.from !== undefined && { askedFrom: query.from }),
        ...(query.to !== undefined && { askedTo: query.to }),
        fromMicros: range.fromMicros,
        toMicros: range.toMicros,
        resolution: range.resolution,
        clipped: range.clipped,
        sort: query.sort ?? SORTS[name][0],
        direction: query.direction ?? 'desc',
        limit: query.limit ?? DEFAULT_LIMIT,
      },
    };
  }

  private laterPage(name: ListName, cursor: string, query: ApmQuery, context: IamContext): PagePlan {
    const opened = this.cursorsOf(name).open(cursor, context.organization_id);
    checkAgainstCursor(query, opened);
    const { position, toward, ...state } = opened;
    const { resolution, fromMicros, toMicros, clipped } = state;
    return {
      range: { resolution, bucketMicros: MICROS[resolution], fromMicros, toMicros, clipped },
      state: { ...state, limit: query.limit ?? state.limit },
      from: { position, toward },
    };
  }
}
