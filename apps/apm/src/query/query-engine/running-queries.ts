import { notFound } from '@spanwise/contracts/base/errors';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { cutText } from '@spanwise/contracts/base/cut-text';

/** Whose query it is; search jobs and pages run theirs in the caller's name too. */
export interface QueryOwner {
  organizationId: string;
  subject: string;
}

export interface RunningQuery extends QueryOwner {
  id: string;
  statement: string;
  startedAtMicros: number;
  cancelled: boolean;
  abort: AbortController;
}

const MAX_STATEMENT_CHARS = 2_000;

export const queryCancelled = (): ServiceError => new ServiceError('cancelled', 'The query was cancelled.');

/** Queries that wait or run in this process. */
export class RunningQueries {
  private readonly queries = new Map<string, RunningQuery>();

  begin(id: string, owner: QueryOwner, statement: string): RunningQuery {
    const key = keyOf(owner.organizationId, id);
    if (this.queries.has(key)) throw new ServiceError('conflict', 'A query with this id is running.');
    const query: RunningQuery = {
      ...owner,
      id,
      statement: cutText(statement, MAX_STATEMENT_CHARS),
      startedAtMicros: Date.now() * 1_000,
      cancelled: false,
      abort: new AbortController(),
    };
    this.queries.set(key, query);
    return query;
  }

  end(query: RunningQuery): void {
    this.queries.delete(keyOf(query.organizationId, query.id));
  }

  /** The organization's, or only one caller's, oldest first. */
  list(organizationId: string, subject?: string): RunningQuery[] {
    return [...this.queries.values()].filter(
      (query) => query.organizationId === organizationId && (subject === undefined || query.subject === subject),
    );
  }

  /** Throws `not_found` for what does not run, or belongs to others. */
  cancel(id: string, organizationId: string, subject?: string): void {
    const query = this.queries.get(keyOf(organizationId, id));
    if (query === undefined || (subject !== undefined && query.subject !== subject)) {
      throw notFound('There is no running query with this id.');
    }
    query.cancelled = true;
    query.abort.abort(queryCancelled());
  }
}

const keyOf = (organizationId: string, id: string): string => `${organizationId} ${id}`;
