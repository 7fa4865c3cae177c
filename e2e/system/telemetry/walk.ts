/** From an error to its trace to its logs, and from an exemplar to its trace, through the API alone; every step against the input. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyValue, Span } from '@spanwise/telemetry/otlp';
import { spansOf } from '@spanwise/telemetry/otlp';
import { ApiClient, type Parameters } from '../harness/api-client.js';
import { offsetToNow } from '../figures/shift.js';
import type { Fact } from './facts.js';
import type { Input } from './input.js';
import { placed } from './placed.js';

interface Sent {
  span: Span;
  service: string;
}

interface SentLog {
  timeUnixNano: string;
  severityText: string;
  body: { stringValue: string };
  traceId: string;
  spanId: string;
}

interface ErrorItem {
  error: { fingerprint: string; error_type: string };
  service: { name: string };
  occurrence_count: number;
}

interface Sample {
  trace_id: string;
  span_id: string;
  event_time: number;
  trace_available: boolean;
  trace_link?: string;
  representative_message?: string;
}

interface Exemplar {
  trace_id: string;
  span_id: string;
  duration_micros: number;
  trace_available: boolean;
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
const ANSWER_MS = 60_000;
const ATTEMPTS = 20;

export interface WalkTarget {
  baseUrl: string;
  token: string;
  /** The lane's namespace, whose ids are keyed by it. */
  namespace: string;
  input: Input;
  /** When the lane was sent. */
  sentAtNanos: bigint;
  range: { from: number; to: number };
  /** How many transactions are walked from; all errors are. */
  transactions: number;
}

export async function walkFacts(target: WalkTarget): Promise<Fact[]> {
  const sent = new SentDay(target);
  const api = new ApiClient(target.baseUrl, target.token);
  const asked = { namespace: target.namespace, ...target.range };
  const steps = new Steps(target);
  const errors = await api.list<ErrorItem>('errors', asked);
  const facts = [sent.errorsFact(errors)];
  for (const item of errors) facts.push(await fromError(api, steps, sent, asked, item));
  facts.push(await fromExemplars(api, steps, sent, asked, target.transactions));
  facts.push({ what: `walk: ${steps.traces} traces and ${steps.logs} log records were opened and compared` });
  return facts;
}

/** Group, samples, the trace of each, the span that failed, and the logs that name the trace. */
async function fromError(
  api: ApiClient,
  steps: Steps,
  sent: SentDay,
  asked: Parameters,
  { error, service }: ErrorItem,
): Promise<Fact> {
  const what = `walk: ${service.name}, ${error.error_type}: group, samples, traces, failed spans, logs`;
  const { samples } = await api.get<{ samples: Sample[] }>(`errors/${error.fingerprint}`, asked);
  const faults: string[] = [];
  if (samples.length === 0) faults.push('the group has no samples');
  for (const sample of samples.slice(0, SAMPLES)) {
    const { trace_id: traceId, span_id: spanId, trace_available: available, trace_link: link } = sample;
    if (!available || link !== `/traces/${traceId}`) faults.push(`the trace of ${spanId} has no link`);
    const trace = await steps.trace(traceId);
    const failed = trace?.spans.find((one) => one.span_id === spanId);
    if (trace === undefined || failed === undefined) {
      faults.push(`the trace ${traceId} does not show the span ${spanId}`);
      continue;
    }
    const { span, service: owner } = sent.spanOf(traceId, spanId)!;
    const [thrown] = span.events ?? [];
    const shown = failed.events.find(({ name }) => name === 'exception')?.attributes ?? {};
    const type = textOf(thrown?.attributes, 'exception.type');
    if (failed.status !== 'ERROR' || owner !== service.name)
      faults.push(`the span ${spanId} is not the one that failed`);
    if (thrown !== undefined && (type !== error.error_type || shown['exception.type'] !== type))
      faults.push(`the span ${spanId} shows another exception than ${type}`);
    if (thrown !== undefined && shown['exception.message'] !== textOf(thrown.attributes, 'exception.message'))
      faults.push(`the exception of ${spanId} says something else than was sent`);
    faults.push(...sent.traceFaults(traceId, trace), ...sent.logFaults(traceId, await steps.logsOf(traceId)));
  }
  return { what, ...(faults.length > 0 && { fault: faults.slice(0, 5).join('; ') }) };
}

/** The exemplars of transactions, which stand beside their percentiles. */
async function fromExemplars(
  api: ApiClient,
  steps: Steps,
  sent: SentDay,
  asked: Parameters,
  transactions: number,
): Promise<Fact> {
  interface Item {
    transaction: { name: string; kind: string };
    service: { name: string };
  }
  const items = (await api.list<Item>('transactions', asked)).slice(0, transactions);
  const faults: string[] = [];
  let opened = 0;
  for (const { transaction, service } of items) {
    const { transaction: detail } = await api.get<{ transaction: { red: { exemplars: Exemplar[] } } }>(
      `transactions/${encodeURIComponent(transaction.name)}`,
      { ...asked, service: service.name, kind: transaction.kind },
    );
    for (const exemplar of detail.red.exemplars) {
      const span = sent.spanOf(exemplar.trace_id, exemplar.span_id)?.span;
      const trace = await steps.trace(exemplar.trace_id);
      opened++;
      if (span === undefined || !exemplar.trace_available || trace === undefined) {
        faults.push(`the exemplar ${exemplar.span_id} of ${transaction.name} does not lead to a trace`);
        continue;
      }
      if (Math.abs(exemplar.duration_micros * 1_000 - Number(durationOf(span))) >= 1_000)
        faults.push(`the exemplar ${exemplar.span_id} lasts ${exemplar.duration_micros} µs`);
      faults.push(...sent.traceFaults(exemplar.trace_id, trace));
    }
  }
  const what = `walk: ${opened} exemplars of ${items.length} transactions open their traces`;
  if (opened === 0) faults.push('there are no exemplars');
  return { what, ...(faults.length > 0 && { fault: faults.slice(0, 5).join('; ') }) };
}

/** What was sent by one lane, by trace. */
class SentDay {
  private readonly traces = new Map<string, Map<string, Sent>>();
  private readonly logs = new Map<string, SentLog[]>();

  constructor({ input, namespace, sentAtNanos }: WalkTarget) {
    const place = { offsetNanos: offsetToNow(input.lastNanos, sentAtNanos), name: namespace };
    for (const text of input.requests.traces) {
      for (const { span, resource } of spansOf(placed(text, place))) {
        const spans = this.traces.get(span.traceId) ?? new Map<string, Sent>();
        this.traces.set(span.traceId, spans);
        spans.set(span.spanId, { span, service: textOf(resource, 'service.name') });
      }
    }
    for (const text of input.requests.logs) {
      const { resourceLogs } = placed(text, place) as {
        resourceLogs: { scopeLogs: { logRecords: SentLog[] }[] }[];
      };
      for (const record of resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)))
        this.logs.set(record.traceId, [...(this.logs.get(record.traceId) ?? []), record]);
    }
  }

  spanOf(traceId: string, spanId: string): Sent | undefined {
    return this.traces.get(traceId)?.get(spanId);
  }

  /** Occurrences of all groups by service and type of exception. */
  errorsFact(items: readonly ErrorItem[]): Fact {
    const expected = new Map<string, number>();
    for (const spans of this.traces.values()) {
      for (const { span, service } of spans.values()) {
        if (span.kind !== 2 || span.status?.code !== 2 || !span.events?.length) continue;
        const key = `${service} | ${textOf(span.events[0].attributes, 'exception.type')}`;
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
    }
    const got = new Map<string, number>();
    for (const { error, service, occurrence_count: count } of items) {
      const key = `${service.name} | ${error.error_type}`;
      if (expected.has(key)) got.set(key, (got.get(key) ?? 0) + count);
    }
    const text = (counts: Map<string, number>) =>
      [...counts]
        .map(([key, count]) => `${key}=${count}`)
        .toSorted()
        .join(', ');
    const what = `walk: occurrences of ${expected.size} exceptions by service and type in ${items.length} groups`;
    return text(got) === text(expected) ? { what } : { what, fault: `${text(got)} instead of ${text(expected)}` };
  }

  traceFaults(traceId: string, trace: Trace): string[] {
    const expected = this.traces.get(traceId)!;
    const errors = [...expected.values()].filter(({ span }) => span.status?.code === 2).length;
    const faults: string[] = [];
    if (trace.span_count !== expected.size || trace.error_count !== errors)
      faults.push(
        `${traceId} has ${trace.span_count} spans of ${expected.size}, ${trace.error_count} errors of ${errors}`,
      );
    for (const shown of trace.spans) {
      const sent = expected.get(shown.span_id);
      const same =
        sent !== undefined &&
        shown.service === sent.service &&
        shown.operation === sent.span.name &&
        (shown.parent_span_id ?? '') === (sent.span.parentSpanId ?? '') &&
        BigInt(shown.duration_ns) === durationOf(sent.span);
      if (!same) faults.push(`the span ${shown.span_id} is shown as another one than was sent`);
    }
    return faults;
  }

  /** Every record of the trace is there, in order, at most as many as the API gives. */
  logFaults(traceId: string, shown: readonly LogItem[]): string[] {
    const said = (micros: bigint, severity: string, body: string, spanId: string) =>
      `${micros} ${severity} ${spanId} ${body}`;
    const expected = (this.logs.get(traceId) ?? []).map((record) =>
      said(BigInt(record.timeUnixNano) / 1_000n, record.severityText, record.body.stringValue, record.spanId),
    );
    const got = shown.map((item) => said(BigInt(item._timestamp), item.severity_text, item.body, item.span_id));
    if (shown.some((item, at) => at > 0 && item._timestamp < shown[at - 1]._timestamp))
      return [`the logs of ${traceId} are not in order`];
    return got.toSorted().join('\n') === expected.toSorted().join('\n')
      ? []
      : [`${got.length} log records of ${expected.length} are shown for ${traceId}, or others`];
  }
}

/** Answers of the reader's pages about one trace. */
class Steps {
  traces = 0;
  logs = 0;

  constructor(private readonly target: WalkTarget) {}

  async trace(id: string): Promise<Trace | undefined> {
    this.traces++;
    return this.get<Trace>(`/api/v1/traces/${id}`);
  }

  async logsOf(id: string): Promise<LogItem[]> {
    const items = (await this.get<{ items: LogItem[] }>(`/api/v1/traces/${id}/logs`))?.items ?? [];
    this.logs += items.length;
    return items;
  }

  private async get<T>(path: string): Promise<T | undefined> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(new URL(path, this.target.baseUrl), {
        headers: { authorization: `Bearer ${this.target.token}` },
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch(() => undefined);
      const text = (await response?.text().catch(() => '')) ?? '';
      if (response?.ok) return JSON.parse(text) as T;
      if (response?.status === 404) return undefined;
      const passing = response === undefined || [429, 503].includes(response.status);
      if (!passing || attempt === ATTEMPTS)
        throw new Error(`GET ${path} was answered with ${response?.status}: ${text.slice(0, 300)}`);
      await sleep(500);
    }
  }
}

const durationOf = (span: Span): bigint => BigInt(span.endTimeUnixNano!) - BigInt(span.startTimeUnixNano!);

function textOf(attributes: KeyValue[] | undefined, name: string): string {
  return attributes?.find(({ key }) => key === name)?.value?.stringValue ?? '';
}
