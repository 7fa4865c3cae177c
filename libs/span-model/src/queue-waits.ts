/**
 * How long messages waited in their queue (APM-11): from the end of the span that sent one to the start of the span
 * that processes it, where both lie in one batch. It is a sample of the messages and says so by its count; the count of
 * processed messages never comes from here.
 */
import { lastFourBytes, sixBytes } from './callees.js';
import type { Identity } from './identity.js';
import type { Observation } from './red.js';
import { record, type SeriesDelta } from './series-minutes.js';
import { Consumption, SeriesKind, seriesKeyText } from './series.js';
import type { SpanRecord } from './span.js';
import { MINUTE_MICROS } from './time-units.js';

interface Send {
  trace: number;
  endMicros: number;
}

interface Take {
  trace: number;
  cause: number;
  identity: Identity;
  queue: string;
  observation: Observation;
}

/** Sends and takes of one organization and batch that are looked at. */
const MAX_LOOKED_AT = 1_024;
const ID_BYTES = 24;
const TRACE_ID_BYTES = 16;

export class QueueWaits {
  private readonly sends = new Map<number, Send>();
  private readonly takes: Take[] = [];

  /** A PRODUCER span of any operation: consumers link to the span that created their message. */
  addSend(span: SpanRecord): void {
    if (this.sends.size >= MAX_LOOKED_AT) return;
    const trace = lastFourBytes(span.idBytes, span.traceIdAt);
    const endMicros = span.startMicros + Math.max(0, span.durationMicros);
    this.sends.set(sixBytes(span.idBytes, span.spanIdAt), { trace, endMicros });
  }

  /** A span that processes what it links to, or without links what its parent sent. */
  addTake(span: SpanRecord, identity: Identity, queue: string, { units, sampling }: Observation): void {
    const causes = span.links.map(({ traceIdAt, spanIdAt }) => [traceIdAt, spanIdAt]);
    if (causes.length === 0 && span.parentSpanIdAt >= 0) causes.push([span.traceIdAt, span.parentSpanIdAt]);
    if (causes.length === 0 || this.takes.length + causes.length > MAX_LOOKED_AT) return;
    const observation: Observation = {
      units,
      sampling,
      startMicros: span.startMicros,
      durationMicros: 0,
      error: false,
      clientError: false,
      idBytes: idsOf(span),
      traceIdAt: 0,
      spanIdAt: TRACE_ID_BYTES,
    };
    for (const [traceIdAt, spanIdAt] of causes) {
      const trace = lastFourBytes(span.idBytes, traceIdAt!);
      this.takes.push({ trace, cause: sixBytes(span.idBytes, spanIdAt!), identity, queue, observation });
    }
  }

  /** The same whatever the order in which spans were added. Clocks that differ make a message that was taken before it was sent: no wait. */
  measured(): Map<string, SeriesDelta> {
    const series = new Map<string, SeriesDelta>();
    for (const { trace, cause, identity, queue, observation } of this.takes) {
      const send = this.sends.get(cause);
      if (send === undefined || send.trace !== trace) continue;
      const minute = Math.floor(observation.startMicros / MINUTE_MICROS);
      const durationMicros = observation.startMicros - send.endMicros;
      if (durationMicros < 0) continue;
      const key = { kind: SeriesKind.Consumption, ...identity, name: queue, ...Consumption.Waiting };
      const text = seriesKeyText(key);
      let own = series.get(text);
      if (own === undefined) series.set(text, (own = { key, minutes: new Map() }));
      record(own, minute, { ...observation, durationMicros });
    }
    return series;
  }
}

function idsOf({ idBytes, traceIdAt, spanIdAt }: SpanRecord): Uint8Array {
  const ids = new Uint8Array(ID_BYTES);
  ids.set(idBytes.subarray(traceIdAt, traceIdAt + TRACE_ID_BYTES));
  ids.set(idBytes.subarray(spanIdAt, spanIdAt + ID_BYTES - TRACE_ID_BYTES), TRACE_ID_BYTES);
  return ids;
}
