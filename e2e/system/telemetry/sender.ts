/** Sends until it is taken, as a client does that wants every record there at least once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, compressionAlgorithms, credentials, Metadata, status } from '@grpc/grpc-js';
import { partialSuccessOf } from '@spanwise/telemetry/otlp-proto';
import type { Signal } from './input.js';
import type { Coding, Wire } from './lanes.js';

export interface Target {
  baseUrl: string;
  token: string;
  grpcPort: number;
}

const REQUEST_TIMEOUT_MS = 20_000;
const GIVE_UP_MS = 180_000;
const LONGEST_WAIT_MS = 2_000;
const RETRYABLE = new Set([0, 429, 502, 503, 504]);
const GRPC_RETRYABLE = new Set([
  status.UNAVAILABLE,
  status.RESOURCE_EXHAUSTED,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.ABORTED,
]);
const PATHS: Readonly<Record<Signal, string>> = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

type Outcome = { taken: true; rejected: string } | { taken: false; retryable: boolean; waitMs: number; why: string };

export class TelemetrySender {
  private readonly clients = new Map<Coding, Client>();

  constructor(private readonly target: Target) {}

  /** `make` is called for every attempt. Throws when a request, or a record of it, is refused for good. */
  async deliver(signal: Signal, coding: Coding, make: () => Wire): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      const wire = make();
      const outcome = await (wire.path === undefined ? this.call(signal, coding, wire) : this.post(wire));
      if (outcome.taken) {
        if (outcome.rejected !== '') throw new Error(`records of ${signal} were rejected: ${outcome.rejected}`);
        return;
      }
      if (!outcome.retryable || performance.now() > giveUpAt)
        throw new Error(`a request of ${signal} was refused: ${outcome.why}`);
      await sleep(Math.min(outcome.waitMs, LONGEST_WAIT_MS));
    }
  }

  close(): void {
    for (const client of this.clients.values()) client.close();
  }

  private async post({ path, headers, body }: Wire): Promise<Outcome> {
    const { baseUrl, token } = this.target;
    try {
      const response = await fetch(new URL(path!, baseUrl), {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const answer = Buffer.from(await response.arrayBuffer());
      if (response.ok) return { taken: true, rejected: rejectedIn(answer, response.headers.get('content-type') ?? '') };
      return {
        taken: false,
        retryable: RETRYABLE.has(response.status),
        waitMs: Number(response.headers.get('retry-after') ?? '0.3') * 1_000,
        why: `${response.status} ${answer.toString('utf8').slice(0, 300)}`,
      };
    } catch (error) {
      return { taken: false, retryable: true, waitMs: 200, why: String(error) };
    }
  }

  private call(signal: Signal, coding: Coding, { headers, body }: Wire): Promise<Outcome> {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${this.target.token}`);
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    const asIs = (bytes: Buffer) => bytes;
    const deadline = Date.now() + REQUEST_TIMEOUT_MS;
    return new Promise((resolve) => {
      this.client(coding).makeUnaryRequest(
        PATHS[signal],
        asIs,
        asIs,
        Buffer.from(body),
        metadata,
        { deadline },
        (error, answer) =>
          resolve(
            error === null
              ? { taken: true, rejected: rejectedIn(answer!, 'application/x-protobuf') }
              : {
                  taken: false,
                  retryable: GRPC_RETRYABLE.has(error.code),
                  waitMs: 300,
                  why: `${error.code} ${error.details}`,
                },
          ),
      );
    });
  }

  private client(coding: Coding): Client {
    let client = this.clients.get(coding);
    if (client === undefined) {
      const algorithm = coding === 'gzip' ? compressionAlgorithms.gzip : compressionAlgorithms.identity;
      client = new Client(`127.0.0.1:${this.target.grpcPort}`, credentials.createInsecure(), {
        'grpc.default_compression_algorithm': algorithm,
        // A gateway that was killed comes back within a second or two.
        'grpc.max_reconnect_backoff_ms': 1_000,
      });
      this.clients.set(coding, client);
    }
    return client;
  }
}

/** What the answer of a request that was taken says about records that were not; empty when all were. */
function rejectedIn(answer: Buffer, type: string): string {
  if (type.startsWith('application/x-protobuf')) {
    const partial = partialSuccessOf(answer);
    return partial && partial.rejectedSpans > 0 ? `${partial.rejectedSpans}: ${partial.errorMessage}` : '';
  }
  const { partialSuccess, rejected = 0 } = JSON.parse(answer.toString()) as {
    partialSuccess?: object;
    rejected?: number;
  };
  return partialSuccess !== undefined || rejected > 0 ? answer.toString().slice(0, 300) : '';
}
