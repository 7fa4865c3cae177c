/** Bounds on what connections of gRPC may keep open (INTAKE-11). */
import type { Http2Server, ServerHttp2Session } from 'node:http2';

export const MAX_STREAMS_OF_CONNECTION = 128;
/** Each connection costs some tens of KiB while nothing is sent over it. */
const MAX_CONNECTIONS = 2_048;
const MAX_IDLE_MS = 10 * 60_000;

/** The connections of a server. When there are too many, the one that has called nothing for the longest time ends. */
export class GrpcConnections {
  /** In the order in which they were last used. */
  private readonly sessions = new Set<ServerHttp2Session>();

  constructor(
    server: Http2Server,
    private readonly most = MAX_CONNECTIONS,
  ) {
    server.on('session', (session) => this.add(session));
  }

  used(session: ServerHttp2Session | undefined): void {
    if (session === undefined || !this.sessions.delete(session)) return;
    this.sessions.add(session);
  }

  /** Calls under way may end. */
  close(): void {
    for (const session of this.sessions) session.close();
  }

  destroy(): void {
    for (const session of this.sessions) session.destroy();
  }

  private add(session: ServerHttp2Session): void {
    const [oldest] = this.sessions;
    if (this.sessions.size >= this.most) {
      this.sessions.delete(oldest!);
      oldest!.destroy();
    }
    this.sessions.add(session);
    session.on('close', () => this.sessions.delete(session));
    session.on('error', () => undefined);
    session.setTimeout(MAX_IDLE_MS, () => session.close());
  }
}
