/** Turns batches of spans into compressed OTLP requests of a bounded size and hands them to the exporter's `deliver`. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { MAX_TELEMETRY_BYTES } from '@spanwise/contracts/telemetry/own-telemetry';
import { Counter, type Registry } from 'prom-client';
import { outsideScope } from '../request-scope.js';

/** Takes a compressed OTLP request or throws; what is not taken is gone. */
export type Deliver = (request: Uint8Array, spanCount: number) => Promise<void> | void;

const gzipAsync = promisify(gzip);

/** Never fails and never keeps anything back: spans that cannot be delivered now are counted and dropped. */
export class TelemetryExporter implements SpanExporter {
  private deliver: Deliver | undefined;
  private readonly spans: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.spans = new Counter({
      name: 'spanwise_telemetry_spans_total',
      help: 'Spans of this process about itself: sent, or dropped because they could not be delivered at once.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  deliverTo(deliver: Deliver): void {
    this.deliver = deliver;
  }

  export(spans: ReadableSpan[], done: (result: { code: number }) => void): void {
    // The timer behind this call was set in some request, which must not appear to do this work.
    outsideScope(() => void this.send(spans).finally(() => done({ code: 0 })));
  }

  async shutdown(): Promise<void> {}

  private async send(spans: ReadableSpan[]): Promise<void> {
    try {
      const request = await gzipAsync(ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array(), {
        level: 1,
      });
      if (request.length > MAX_TELEMETRY_BYTES && spans.length > 1) {
        const half = Math.ceil(spans.length / 2);
        await this.send(spans.slice(0, half));
        return await this.send(spans.slice(half));
      }
      if (this.deliver === undefined || request.length > MAX_TELEMETRY_BYTES)
        throw new Error('there is no destination');
      await this.deliver(request, spans.length);
      this.spans.inc({ outcome: 'sent' }, spans.length);
    } catch {
      this.spans.inc({ outcome: 'dropped' }, spans.length);
    }
  }
}
