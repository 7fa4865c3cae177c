/** Viewers who ask for long answers and hardly read them (QUERY-10): whoever reads slowly keeps places, and not all of them. */
import { connect, type Socket } from 'node:net';

/** Rows without end, a few megabytes a second. */
const STATEMENT = "select repeat('x', 100000) from range(100000000)";
const WAYS: readonly ((range: object) => { line: string; accept: string; body?: object })[] = [
  (range) => ({
    line: 'POST /api/v1/query/stream',
    accept: '*/*',
    body: { language: 'sql', statement: STATEMENT, time_range: range },
  }),
  (range) => ({
    line: 'POST /api/v1/query',
    accept: 'application/x-ndjson',
    body: { language: 'sql', statement: STATEMENT, time_range: range },
  }),
  () => ({
    line: `GET /api/v1/query/stream?${new URLSearchParams({ sql: STATEMENT, from: '0', to: String(Date.now() * 1_000) })}`,
    accept: '*/*',
  }),
];
const READ_EVERY_MS = 200;
const READ_BYTES = 64;
/** A reader asks anew after so long: a new answer gets a new place, if there is one. */
const LASTS_MS = 8_000;
const AGAIN_MS = 200;

export class SlowReaders {
  private readonly sockets = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;
  private begun = 0;
  private stopped = false;

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    readers: number,
  ) {
    for (let reader = 0; reader < readers; reader++) this.begin();
    this.timer = setInterval(() => {
      for (const socket of this.sockets) socket.read(READ_BYTES);
    }, READ_EVERY_MS);
  }

  /** Breaks off what is still read, and says how many answers there were. */
  stop(): number {
    this.stopped = true;
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.destroy();
    return this.begun;
  }

  private begin(): void {
    if (this.stopped) return;
    const { hostname, port } = new URL(this.baseUrl);
    const { line, accept, body } = WAYS[this.begun++ % WAYS.length]({ start: 0, end: Date.now() * 1_000 });
    const text = body === undefined ? '' : JSON.stringify(body);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    // Nothing flows: what is not asked for stays where it is.
    socket.on('readable', () => undefined);
    socket.write(
      `${line} HTTP/1.1\r\nhost: hostile\r\nauthorization: Bearer ${this.token}\r\naccept: ${accept}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
    this.sockets.add(socket);
    socket.on('close', () => {
      this.sockets.delete(socket);
      setTimeout(() => this.begin(), AGAIN_MS).unref();
    });
    setTimeout(() => socket.destroy(), LASTS_MS).unref();
  }
}
