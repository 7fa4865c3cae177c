/** The requests of a recorded day by service and version, and the trace requests that repeat them. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { KeyValue, Span, TraceRequest } from '@spanwise/telemetry/otlp';
import { place, TimeBounds, type Placement } from '../figures/shift.js';

const SERVER = 2;
const CONSUMER = 5;
const SPANS_PER_REQUEST = 1_000;

export interface VersionRequests {
  service: string;
  version: string;
  spans: Span[];
}

export interface RecordedRequests {
  versions: VersionRequests[];
  firstNanos: bigint;
  lastNanos: bigint;
}

/** Versions are compared by their requests: what they call is left out. */
export function readRequests(file: string): RecordedRequests {
  const versions = new Map<string, VersionRequests>();
  const bounds = new TimeBounds();
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n')) {
    if (line === '') continue;
    const request = JSON.parse(line) as TraceRequest;
    bounds.add(request);
    for (const { resource, scopeSpans } of request.resourceSpans ?? []) {
      const [service, version] = ['service.name', 'service.version'].map((name) => textOf(resource?.attributes, name));
      const key = `${service} ${version}`;
      let known = versions.get(key);
      if (known === undefined) versions.set(key, (known = { service: service!, version: version!, spans: [] }));
      for (const span of (scopeSpans ?? []).flatMap(({ spans }) => spans ?? []))
        if (span.kind === SERVER || span.kind === CONSUMER) known!.spans.push(span);
    }
  }
  return { versions: [...versions.values()], firstNanos: bounds.firstStartNanos, lastNanos: bounds.lastNanos };
}

const textOf = (attributes: KeyValue[] | undefined, name: string): string =>
  attributes?.find(({ key }) => key === name)?.value?.stringValue ?? '';

/** Trace requests of versions, each span under the version that `versionOf` gives it. */
export function* placedRequests(
  versions: VersionRequests[],
  placement: Placement,
  versionOf: (recorded: VersionRequests, span: Span) => string,
): Generator<TraceRequest> {
  for (const recorded of versions) {
    const byVersion = new Map<string, Span[]>();
    for (const span of recorded.spans) {
      const version = versionOf(recorded, span);
      const spans = byVersion.get(version);
      if (spans === undefined) byVersion.set(version, [span]);
      else spans.push(span);
    }
    for (const [version, spans] of byVersion) {
      for (let from = 0; from < spans.length; from += SPANS_PER_REQUEST) {
        const part = spans.slice(from, from + SPANS_PER_REQUEST).map((span) => structuredClone(span));
        yield place(requestOf(recorded.service, version, part), placement);
      }
    }
  }
}

function requestOf(service: string, version: string, spans: Span[]): TraceRequest {
  const attributes = Object.entries({ 'service.name': service, 'service.version': version }).map(([key, text]) => ({
    key,
    value: { stringValue: text },
  }));
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] };
}
