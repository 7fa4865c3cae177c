import { escapeLiteral, type Connection, type PoolClient, type Submittable } from 'pg';

/**
 * One row of a binary copy, good only until the visit returns: its bytes are the driver's own and are overwritten.
 * Fields are numbered from 0 and must not be null.
 */
export class CopiedRow {
  private bytes: Buffer = Buffer.alloc(0);
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  int(field: number): number {
    return this.bytes.readInt32BE(this.starts[field]);
  }

  /** A copy of the field's bytes, which may be kept. */
  copyOf(field: number): Buffer {
    return Buffer.from(this.view(field));
  }

  view(field: number): Buffer {
    return this.bytes.subarray(this.starts[field], this.ends[field]);
  }

  /** Reads the row at `at` and returns where it ends, -1 at the end of the copy. */
  read(bytes: Buffer, at: number): number {
    this.bytes = bytes;
    const fields = bytes.readInt16BE(at);
    if (fields === -1) return -1;
    let next = at + 2;
    for (let field = 0; field < fields; field++) {
      const length = bytes.readInt32BE(next);
      if (length < 0) throw new Error('A copied row has a null.');
      this.starts[field] = next + 4;
      next += 4 + length;
      this.ends[field] = next;
    }
    return next;
  }
}

/** Signature, flags and the length of an extension that no version of PostgreSQL writes. */
const HEADER_BYTES = 19;

/**
 * Reads a query as `COPY ... TO STDOUT` in binary: the driver's text protocol turns every `bytea` into twice its size of
 * hexadecimal digits and every column into a text. The query cannot have parameters: callers put numbers and
 * texts by `textLiteral` into it.
 */
export function copyOut(client: PoolClient, query: string, visit: (row: CopiedRow) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyOut(`copy (${query}) to stdout (format binary)`, visit, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

/** A text as it may stand in a statement. The NUL, which PostgreSQL stores in no text, would end the statement early. */
export function textLiteral(text: string): string {
  if (text.includes('\0')) throw new Error('A text in a statement holds a NUL.');
  return escapeLiteral(text);
}

/** What the driver asks of a query of its caller's own (`pg`'s `Query` has the same members). */
class CopyOut implements Submittable {
  private readonly row = new CopiedRow();
  private headerSeen = false;
  private failure: Error | undefined;

  constructor(
    private readonly text: string,
    private readonly visit: (row: CopiedRow) => void,
    /** The driver replaces it by one that ends its timeout as well. */
    public callback: (error?: Error | null) => void,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  /** The server sends each row as one message, and its header in front of the first. */
  handleCopyData(message: { chunk: Buffer }): void {
    if (this.failure !== undefined) return;
    const { chunk } = message;
    try {
      let at = this.headerSeen ? 0 : HEADER_BYTES;
      this.headerSeen = true;
      while (at < chunk.length) {
        at = this.row.read(chunk, at);
        if (at === -1) return;
        this.visit(this.row);
      }
    } catch (error) {
      // Thrown on, it would end the connection's reading of messages, and with it the process.
      this.failure = error as Error;
    }
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.failure);
  }

  handleCommandComplete(): void {}
}
