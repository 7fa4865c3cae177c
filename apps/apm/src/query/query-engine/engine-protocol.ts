/** What apm and an engine process say to each other over the channel of the fork; one statement at a time. */
import type { ErrorKind } from '@spanwise/contracts/base/errors';
import type { ResultColumn, RowForm } from './row-json.js';
import type { CheckedStatement } from './statement-check.js';

export interface EngineLimits {
  threads: number;
  /** Of the engine's buffers; there is no temporary directory that it could spill to. */
  memoryBytes: number;
  /** Of the whole process, resident: what functions allocate beside the buffers counts only here. */
  processBytes: number;
}

export interface RunRequest {
  /** Everything that the instance may open. */
  files: readonly string[];
  /** Make the views of the streams. */
  views: readonly string[];
  statement: string;
  /** Each makes one row of counts, after the rows of the statement. */
  counts?: readonly string[];
  form: RowForm;
  maxRows?: number;
  maxBytes?: number;
  /** Bytes of rows that may be under way before the other side has taken some. */
  windowBytes: number;
}

export type ToEngine =
  | { kind: 'check'; statement: string }
  | { kind: 'run'; request: RunRequest }
  | { kind: 'taken'; bytes: number }
  | { kind: 'stop' };

export interface StatementEnd {
  rows: number;
  /** Rows were left out because of this limit. */
  cut?: 'row_limit' | 'byte_limit';
  /** Of each of `counts`; null for what took too long. */
  counts?: (number[] | null)[];
}

export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'checked'; checked: CheckedStatement }
  | { kind: 'columns'; columns: ResultColumn[] }
  /** `rows` of the lines end in this piece; none in the piece of a row that goes on in the next. */
  | { kind: 'rows'; bytes: Uint8Array; rows: number }
  /** 0 to 1, as far as the engine knows. */
  | { kind: 'progress'; share: number }
  | { kind: 'end'; end: StatementEnd }
  /** After `end`: the instance of the statement is closed, and another may come. */
  | { kind: 'free' }
  | { kind: 'failed'; error: { kind: ErrorKind; message: string }; stopped: boolean };
