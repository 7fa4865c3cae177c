/** From an error to its trace to its logs, and from an exemplar to its trace, through the API alone; every step against the input. */
import { spansOf, type KeyValue, type Span } from '@spanwise/telemetry/otlp';
import type { ApiClient } from '../harness/api-client.js';
import { offsetToNow } from '../figures/shift.js';
import type { Input } from './input.js';
import { placed } from './placed.js';

interface SentLog {
  timeUnixNano: string;
  severityText: string;
  body: { stringValue: string };
  traceId: string;
  spanId: string;
}

export interface ErrorItem {
  error: { fingerprint: string; error_type: string };
  service: { name: string };
  occurrence_count: number;
}

interface Sample {
  trace_id: string;
  span_id: string;
  trace_available: boolean;
  trace_link?: string;
}

interface Exemplar {
  trace_id: string;
  span_id: string;
  duration_micros: number;
  trace_available: boolean;
}

interface Transaction {
  transaction: { name: string; kind: string };
  service: { name: string };
}

interface TraceSpan {
  span_id: string;
  parent_span_id?: string;
  service: string;
  operation: string;
  status: string;
  duration_ns: number;
  events: { name: string; attributes: Record<string, unknown> }[];
}

interface Trace {
  span_count: number;
  error_count: number;
  spans: TraceSpan[];
}

interface LogItem {
  _timestamp: number;
  severity_text: string;
  body: string;
  span_id: string;
}

/** Of each group. */
const SAMPLES = 4;
const DAY_MICROS = 86_400_000_000;

export interface Sent {
  /** The lane's namespace, whose ids are keyed by it. */
  namespace: string;
  input: Input;
  /** When the lane was sent. */
  atNanos: bigint;
}

/** What was sent by one lane, by trace, beside what the product shows of it. */
export class Walk {
  private readonly traces = new Map<string, Map<string, { span: Span; service: string }>>();
  private readonly logs = new Map<string, SentLog[]>();
  private readonly asked;

  constructor(
    private readonly api: ApiClient,
    { input, namespace, atNanos }: Sent,
  ) {
    const to = Number(atNanos / 1_000n);
    this.asked = { namespace, from: to - DAY_MICROS / 2, to };
    const place = { offsetNanos: offsetToNow(input.lastNanos, atNanos), name: namespace };
    for (const text of input.requests.traces) {
      for (const { span, resource } of spansOf(placed(text, place))) {
        const spans = this.traces.get(span.traceId) ?? new Map<string, { span: Span; service: string }>();
        this.traces.set(span.traceId, spans.set(span.spanId, { span, service: textOf(resource, 'service.name') }));
      }
    }
    for (const text of input.requests.logs) {
      const { resourceLogs } = placed(text, place) as { resourceLogs: { scopeLogs: { logRecords: SentLog[] }[] }[] };
      for (const record of resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)))
        this.logs.set(record.traceId, [...(this.logs.get(record.traceId) ?? []), record]);
    }
  }

  errors = (): Promise<ErrorItem[]> => this.api.list<ErrorItem>('errors', this.asked);

  transactions = (): Promise<Transaction[]> => this.api.list<Transaction>('transactions', this.asked);

  /** Occurrences of exceptions by service and type: what was sent, and what the groups show of it. */
  occurrences(items: readonly ErrorItem[]): [sent: Record<string, number>, shown: Record<string, number>] {
    const [sent, shown]: Record<string, number>[] = [{}, {}];
    for (const { span, service } of [...this.traces.values()].flatMap((spans) => [...spans.values()])) {
      if (span.kind !== 2 || span.status?.code !== 2 || !span.events?.length) continue;
      const key = `${service} | ${textOf(span.events[0]!.attributes, 'exception.type')}`;
      sent![key] = (sent![key] ?? 0) + 1;
    }
    for (const { error, service, occurrence_count: count } of items) {
      const key = `${service.name} | ${error.error_type}`;
      if (key in sent!) shown![key] = (shown![key] ?? 0) + count;
    }
    return [sent!, shown!];
  }

  /** Samples of a group, the trace of each, the span that failed, and the logs that name the trace. */
  async faultsFromError({ error, service }: ErrorItem): Promise<string[]> {
    const { samples } = await this.api.get<{ samples: Sample[] }>(`errors/${error.fingerprint}`, this.asked);
    const faults = samples.length === 0 ? [`the group ${error.error_type} has no samples`] : [];
    for (const { trace_id: traceId, span_id: spanId, trace_available, trace_link } of samples.slice(0, SAMPLES)) {
      if (!trace_available || trace_link !== `/traces/${traceId}`) faults.push(`the trace of ${spanId} has no link`);
      const trace = await this.trace(traceId);
      const failed = trace.spans.find((one) => one.span_id === spanId);
      const sent = this.traces.get(traceId)?.get(spanId);
      if (failed?.status !== 'ERROR' || sent?.service !== service.name) {
        faults.push(`the span ${spanId} is not the one that failed`);
        continue;
      }
      const [thrown] = sent.span.events ?? [];
      const shown = failed.events.find(({ name }) => name === 'exception')?.attributes ?? {};
      const type = textOf(thrown?.attributes, 'exception.type');
      if (thrown !== undefined && (type !== error.error_type || shown['exception.type'] !== type))
        faults.push(`the span ${spanId} shows another exception than ${type}`);
      if (thrown !== undefined && shown['exception.message'] !== textOf(thrown.attributes, 'exception.message'))
        faults.push(`the exception of ${spanId} says something else than was sent`);
      faults.push(...this.traceFaults(traceId, trace), ...(await this.logFaults(traceId)));
    }
    return faults;
  }

  /** The exemplars of a transaction, which stand beside its percentiles; `opened` are their traces. */
  async faultsFromExemplars({ transaction, service }: Transaction): Promise<{ opened: number; faults: string[] }> {
    const { transaction: detail } = await this.api.get<{ transaction: { red: { exemplars: Exemplar[] } } }>(
      `transactions/${encodeURIComponent(transaction.name)}`,
      { ...this.asked, service: service.name, kind: transaction.kind },
    );
    const { exemplars } = detail.red;
    const faults: string[] = [];
    for (const { trace_id: traceId, span_id: spanId, trace_available, duration_micros: micros } of exemplars) {
      const span = this.traces.get(traceId)?.get(spanId)?.span;
      if (span === undefined || !trace_available) faults.push(`the exemplar ${spanId} does not lead to a trace`);
      else {
        if (Math.abs(micros * 1_000 - Number(durationOf(span))) >= 1_000)
          faults.push(`the exemplar ${spanId} lasts ${micros} µs`);
        faults.push(...this.traceFaults(traceId, await this.trace(traceId)));
      }
    }
    return { opened: exemplars.length, faults };
  }

  private trace = (id: string): Promise<Trace> => this.api.get<Trace>(`../traces/${id}`);

  private traceFaults(traceId: string, trace: Trace): string[] {
    const sent = this.traces.get(traceId)!;
    const errors = [...sent.values()].filter(({ span }) => span.status?.code === 2).length;
    const isSame = ({ span_id: id, service, operation, parent_span_id: parent = '', duration_ns: ns }: TraceSpan) => {
      const { span, service: owner } = sent.get(id) ?? {};
      return (
        span !== undefined &&
        service === owner &&
        operation === span.name &&
        parent === (span.parentSpanId ?? '') &&
        BigInt(ns) === durationOf(span)
      );
    };
    return [
      ...(trace.span_count === sent.size && trace.error_count === errors
        ? []
        : [`${traceId}: ${trace.span_count} spans of ${sent.size}, ${trace.error_count} errors of ${errors}`]),
      ...trace.spans.filter((shown) => !isSame(shown)).map(({ span_id: id }) => `the span ${id} is not as it was sent`),
    ];
  }

  /** Every record of the trace is there, in order. */
  private async logFaults(traceId: string): Promise<string[]> {
    const { items } = await this.api.get<{ items: LogItem[] }>(`../traces/${traceId}/logs`);
    const sent = (this.logs.get(traceId) ?? []).map(({ timeUnixNano, severityText, body, spanId }) =>
      [BigInt(timeUnixNano) / 1_000n, severityText, spanId, body.stringValue].join(' '),
    );
    const shown = items.map((item) => [item._timestamp, item.severity_text, item.span_id, item.body].join(' '));
    if (items.some((item, at) => at > 0 && item._timestamp < items[at - 1]!._timestamp))
      return [`the logs of ${traceId} are not in order`];
    const isSame = shown.toSorted().join('\n') === sent.toSorted().join('\n');
    return isSame ? [] : [`${shown.length} log records of ${sent.length} are shown for ${traceId}, or others`];
  }
}

const durationOf = (span: Span): bigint => BigInt(span.endTimeUnixNano!) - BigInt(span.startTimeUnixNano!);

const textOf = (attributes: KeyValue[] | undefined, name: string): string =>
  attributes?.find(({ key }) => key === name)?.value?.stringValue ?? '';
