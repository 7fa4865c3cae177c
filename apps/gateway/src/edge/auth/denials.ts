import type { FastifyInstance } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { recordDenial } from '@spanwise/contracts/iam/audit';
import { describeError, type Logger } from '@spanwise/host/logger';
import { runInScope, type RequestScope } from '@spanwise/host/request-scope';
import type { Caller } from './authentication.js';

const WINDOW_MS = 10_000;
const MAX_WINDOWS = 10_000;

export interface Denied {
  /** Of HTTP; `POST` for gRPC, which is that. */
  method: string;
  /** With `:parameters`. */
  route: string;
  caller: Caller;
  scope: RequestScope;
}

interface Window {
  denied: Denied;
  more: number;
  timer: NodeJS.Timeout;
}

/**
 * Records every refused authorization of a known caller (ACCESS-13). The first refusal of a credential at a route is
 * written at once; those that follow within ten seconds become one record with their count.
 */
export class Denials {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly logger: Logger,
  ) {}

  register(server: FastifyInstance): void {
    server.addHook('onResponse', async (request, reply) => {
      const { method, caller, scope, routeOptions } = request;
      if (reply.statusCode !== 403 || caller === undefined) return;
      this.note({ method, route: (routeOptions.url ?? 'unmatched').slice(0, 256), caller, scope });
    });
  }

  /** Writes what is still only counted. */
  async flush(): Promise<void> {
    await Promise.all([...this.windows.keys()].map((key) => this.close(key)));
  }

  note(denied: Denied): void {
    const key = `${denied.caller.context.credential_id} ${denied.method} ${denied.route}`;
    const open = this.windows.get(key);
    if (open !== undefined) {
      open.more++;
      open.denied = denied;
      return;
    }
    if (this.windows.size < MAX_WINDOWS) {
      const timer = setTimeout(() => void this.close(key), WINDOW_MS).unref();
      this.windows.set(key, { denied, more: 0, timer });
    }
    void this.write(denied, 1);
  }

  private async close(key: string): Promise<void> {
    const window = this.windows.get(key);
    if (window === undefined) return;
    clearTimeout(window.timer);
    this.windows.delete(key);
    if (window.more > 0) await this.write(window.denied, window.more);
  }

  private async write({ method, route, caller, scope }: Denied, count: number): Promise<void> {
    try {
      await runInScope(scope, () => this.rpc.call(recordDenial, { method, route, count }, caller.signed));
    } catch (error) {
      this.logger.warn({ route, count, ...describeError(error) }, 'audit: failed to record a denial');
    }
  }
}
