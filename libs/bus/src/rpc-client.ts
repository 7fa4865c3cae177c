import { SpanKind } from '@opentelemetry/api';
import { ErrorCode, type Msg, type NatsConnection, NatsError } from 'nats';
import { ServiceError, unavailable } from '@spanwise/contracts/base/errors';
import type { BytesRpc, Rpc } from '@spanwise/contracts/authz/rpc';
import { inChildSpan } from '@spanwise/host/tracing/tracing';
import { rpcSpan } from './rpc-spans.js';
import { decodeBytesReply, decodeJson, encodeJson, traceHeaders, type WireReply } from './wire.js';

/** Calls other services. A missing subscriber or a time-out is `unavailable`, never a hang. */
export class RpcClient {
  constructor(
    private readonly connection: NatsConnection,
    /** Contracts that give less wait as long, for machines on which a short call may take its time. */
    private readonly leastTimeoutMs = 0,
  ) {}

  /** `signed` is the caller's signed IAM context; services refuse contracts that need one without it. */
  async call<In extends object, Out>(contract: Rpc<In, Out>, input: In, signed?: string): Promise<Out> {
    return inChildSpan(rpcSpan(contract.subject, SpanKind.CLIENT), async () => {
      const reply = await this.request(contract.subject, input, contract.timeoutMs, signed);
      return dataOf<Out>(decodeJson<WireReply>(reply.data));
    });
  }

  async callBytes<In extends object, Head>(
    contract: BytesRpc<In, Head>,
    input: In,
  ): Promise<{ head: Head; payload: Buffer }> {
    return inChildSpan(rpcSpan(contract.subject, SpanKind.CLIENT), async () => {
      const reply = await this.request(contract.subject, input, contract.timeoutMs);
      const { head, payload } = decodeBytesReply(reply.data);
      return { head: dataOf<Head>(head), payload };
    });
  }

  private async request(subject: string, data: object, timeoutMs: number, signed?: string): Promise<Msg> {
    const timeout = Math.max(timeoutMs, this.leastTimeoutMs);
    try {
      const body = encodeJson({ ...(signed !== undefined && { context: signed }), data });
      return await this.connection.request(subject, body, { timeout, headers: traceHeaders() });
    } catch (error) {
      const service = subject.split('.')[1] ?? 'service';
      if (error instanceof NatsError && error.code === ErrorCode.NoResponders) {
        throw unavailable(`The ${service} service is not running at the moment.`);
      }
      throw unavailable(`The ${service} service did not answer in time.`);
    }
  }
}

function dataOf<T>(reply: WireReply): T {
  if ('error' in reply) throw ServiceError.fromWire(reply.error);
  return reply.data as T;
}
