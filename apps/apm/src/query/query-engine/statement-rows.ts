import { ServiceError } from '@spanwise/contracts/base/errors';
import type { FromEngine, StatementEnd } from './engine-protocol.js';
import type { ResultColumn } from './row-json.js';

/** The current listener of an engine process. */
export interface Waiting {
  take: (message: FromEngine) => void;
  gone: (error: Error) => void;
}

export interface RowsPiece {
  /** Lines of JSON, cut anywhere. */
  bytes: Uint8Array;
  /** Rows that end in it. */
  rows: number;
}

/** Rows of one statement as its engine process sends them; the engine waits until those that came have been read. */
export class StatementRows implements Waiting {
  columns: ResultColumn[] = [];
  private readonly queue: RowsPiece[] = [];
  private hasBegun = false;
  private ended: StatementEnd | undefined;
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly taken: (bytes: number) => void,
    private readonly stop: () => void,
    private readonly settled: () => void,
    private readonly progress?: (share: number) => void,
  ) {}

  take(message: FromEngine): void {
    if (message.kind === 'columns') {
      this.columns = message.columns;
      this.hasBegun = true;
    }
    if (message.kind === 'progress') return this.progress?.(message.share);
    if (message.kind === 'rows') this.queue.push(message);
    if (message.kind === 'end') this.ended = message.end;
    if (message.kind === 'failed') this.failure = errorOf(message);
    this.wake();
  }

  gone(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  /** Resolves once the columns are known. */
  async begun(): Promise<void> {
    while (!this.hasBegun && this.failure === undefined) await this.change();
    if (this.failure === undefined) return;
    this.settled();
    throw this.failure;
  }

  /** The next piece; undefined at the end of the rows. */
  async next(): Promise<RowsPiece | undefined> {
    for (;;) {
      const piece = this.queue.shift();
      if (piece !== undefined) {
        this.taken(piece.bytes.length);
        return piece;
      }
      if (this.failure !== undefined) throw this.failure;
      if (this.ended !== undefined) return undefined;
      await this.change();
    }
  }

  /** What the engine said at the end of the rows. */
  get end(): StatementEnd {
    return this.ended ?? { rows: 0 };
  }

  /** Stops the statement when it still runs, and waits until its process is free or gone. */
  async close(): Promise<void> {
    if (this.ended === undefined && this.failure === undefined) this.stop();
    while (this.ended === undefined && this.failure === undefined) await this.change();
    this.settled();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}

export function errorOf(message: Pick<Extract<FromEngine, { kind: 'failed' }>, 'error'>): ServiceError {
  const { kind, message: text } = message.error;
  return new ServiceError(kind, text, undefined, kind === 'resource_exhausted' ? 1 : undefined);
}
