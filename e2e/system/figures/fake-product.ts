/** A stand-in for the product in the specs of the proof: counts with the oracle, and wrongly where it is told to. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { decodeRequest } from '@spanwise/telemetry/otlp-proto';
import { referenceOf, type Reference, type Row } from '@spanwise/telemetry/oracle';
import { spansOf, type KeyValue, type Span, type TraceRequest } from '@spanwise/telemetry/otlp';
import type { ApiRed } from './data-set.js';

export interface Faults {
  /** Repeated spans are counted again. */
  countsRepetitions?: boolean;
  /** Added to every percentile, as a share. */
  percentileOff?: number;
  /** The first row of every page after the first is the last one of the page before. */
  repeatsAcrossPages?: boolean;
  /** Every so many-th request is acknowledged and forgotten. */
  losesEvery?: number;
}

interface Stored {
  span: Span;
  resource: KeyValue[];
}

export class FakeProduct {
  private readonly spans = new Map<string, Stored[]>();
  private server: Server | undefined;
  private requests = 0;
  private readonly references = new Map<string, Reference>();

  constructor(private readonly faults: Faults = {}) {}

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const answer = request.method === 'POST' ? this.take(body, request) : this.answer(request.url ?? '/');
        response.writeHead(200).end(answer === undefined ? '' : JSON.stringify(answer));
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private take(body: Buffer, { headers }: IncomingMessage): object | undefined {
    const json = headers['content-type'] === 'application/json';
    const request = json ? (JSON.parse(body.toString()) as TraceRequest) : readProtobuf(body);
    this.requests += 1;
    if (this.faults.losesEvery && this.requests % this.faults.losesEvery === 0) return json ? {} : undefined;
    for (const { span, resource } of spansOf(request)) {
      const namespace = resource.find(({ key }) => key === 'service.namespace')?.value?.stringValue ?? '';
      const stored = this.spans.get(namespace) ?? [];
      this.spans.set(namespace, stored);
      stored.push({ span: this.faults.countsRepetitions ? { ...span, spanId: `${stored.length}` } : span, resource });
    }
    return json ? {} : undefined;
  }

  private answer(path: string): object {
    const url = new URL(path, 'http://fake');
    const asked = Object.fromEntries(url.searchParams);
    if (url.pathname.endsWith('/web/topology')) return { nodes: this.nodes(asked), edges: [] };
    const reference = this.referenceFor(asked);
    const meta = { range: {}, resolution: asked.resolution, data_quality: { gaps: [], overflow_dimensions: [] } };
    const list = url.pathname.split('/').pop() ?? '';
    if (list === 'service_graph') return { edges: this.edges(asked.namespace, reference) };
    if (list === 'overview') return { ...this.overview(reference), meta };
    if (url.pathname.includes('/services/')) return { meta };
    return { ...this.page(this.items(list, reference), asked), meta };
  }

  /** Of all namespaces: the question has no filter. */
  private nodes({ from, to }: Record<string, string>): object[] {
    const range = { from: String(Date.parse(from) * 1_000), to: String(Date.parse(to) * 1_000) };
    return [...this.spans.keys()].flatMap((namespace) => {
      const counts = new Map<string, number>();
      for (const { key, spans } of this.referenceFor({ ...range, namespace }).seen)
        counts.set(key[0], (counts.get(key[0]) ?? 0) + spans);
      return [...counts].map(([name, span_count]) => ({
        id: `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`,
        name,
        span_count,
      }));
    });
  }

  private edges(namespace: string, { dependencies }: Reference): object[] {
    return dependencies.map(({ key: [service, , category, target], count }) => ({
      client_namespace: namespace,
      client_service: `${namespace}/${service}`,
      server_service: target,
      category,
      request_count: count,
    }));
  }

  private items(list: string, reference: Reference): object[] {
    if (list === 'errors') return [];
    if (list === 'services') return reference.seen.map((seen) => this.seenService(seen, reference));
    return reference[list as 'transactions' | 'dependencies'].map((row) => this.item(list, row));
  }

  /** A service is listed for any span; without requests its figures are zeros. */
  private seenService({ key, spans, kinds }: Reference['seen'][number], reference: Reference): object {
    const [name, environment] = key;
    const row = reference.services.find(({ key: [named, of] }) => named === name && of === environment);
    const red = row ? this.red(row) : { request_count: 0, error_count: 0, sampled_count: 0 };
    return { service: { namespace: '', name, environment }, red, span_count: spans, kinds };
  }

  /** Asked again for every page: computed once for what is stored. */
  private referenceFor(asked: Record<string, string>): Reference {
    const { namespace, from, to, version } = asked;
    const key = JSON.stringify([namespace, from, to, version, this.requests]);
    const known = this.references.get(key) ?? this.compute(asked);
    this.references.set(key, known);
    return known;
  }

  private compute({ namespace, from, to, version }: Record<string, string>): Reference {
    const inRange = ({ span, resource }: Stored): boolean => {
      const micros = Number(BigInt(span.startTimeUnixNano ?? '0') / 1000n);
      const own = resource.find(({ key }) => key === 'service.version')?.value?.stringValue;
      return micros >= Number(from) && micros < Number(to) && (version === undefined || version === own);
    };
    const spans = (this.spans.get(namespace) ?? []).filter(inRange);
    return referenceOf(
      spans.map(({ span, resource }) => ({
        resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ spans: [span] }] }],
      })),
    );
  }

  private overview(reference: Reference): object {
    const trend = reference.totalPerMinute.map((row) => ({ bucket_at: row.minuteMicros, red: this.red(row) }));
    const [total] = reference.total;
    return { red: total ? this.red(total) : { request_count: 0, error_count: 0, sampled_count: 0 }, trend };
  }

  private item(list: string, row: Row): object {
    const [name, environment, first, second, third] = row.key;
    const service = { namespace: '', name, environment };
    const red = this.red(row);
    if (list === 'transactions') return { service, transaction: { kind: first, name: second }, red };
    if (list === 'dependencies')
      return { service, dependency: { category: first, target: second, operation: third }, red };
    throw new Error(`there is no list ${list}`);
  }

  private red({ count, errors, sampled, percentiles: { p50, p95, p99 } }: Row): ApiRed {
    const micros = (value: number): number => Math.round(value * (1 + (this.faults.percentileOff ?? 0)));
    return {
      request_count: count,
      error_count: errors,
      sampled_count: sampled,
      p50_micros: micros(p50.nearest),
      p95_micros: micros(p95.nearest),
      p99_micros: micros(p99.nearest),
    };
  }

  private page(items: object[], asked: Record<string, string>): object {
    const ordered = asked.direction === 'asc' ? [...items].reverse() : items;
    const limit = Number(asked.limit);
    const at = Number(asked.cursor ?? '0');
    const start = this.faults.repeatsAcrossPages && at > 0 ? at - 1 : at;
    return {
      items: ordered.slice(start, at + limit),
      next_cursor: at + limit < ordered.length ? String(at + limit) : null,
      previous_cursor: at > 0 ? String(Math.max(0, at - limit)) : null,
    };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? Buffer.alloc(0) : gunzipSync(Buffer.concat(chunks));
}

function readProtobuf(body: Buffer): TraceRequest {
  const request = decodeRequest(body) as TraceRequest;
  const hex = (id: unknown): string => Buffer.from((id ?? []) as number[]).toString('hex');
  for (const { span } of spansOf(request)) {
    span.traceId = hex(span.traceId);
    span.spanId = hex(span.spanId);
    span.parentSpanId = hex(span.parentSpanId);
  }
  return request;
}
