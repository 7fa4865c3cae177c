import { describe, expect, it } from 'vitest';
import { textOf, WAYS } from './ways.js';

const TARGET = { origin: 'https://spanwise.example:8443', token: 'swi_AbC-123' };

describe('a way to send the first telemetry', () => {
  it.each(WAYS)('%s leads to this product, with the token', (way) => {
    const text = textOf(way, TARGET);
    expect(text).toContain(TARGET.origin);
    expect(text).toMatch(/[Bb]earer(?:%20| )swi_AbC-123/);
    expect(text).not.toMatch(/undefined|\[object/);
  });

  it.each(['node', 'python', 'java', 'go', 'dotnet'] as const)('%s sets what its SDK reads', (way) => {
    const set = [...textOf(way, TARGET).matchAll(/^export (OTEL_\w+)=/gm)].map(([, name]) => name);
    expect(set).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_SERVICE_NAME',
    ]);
    // A space in a header would end the variable for some of them.
    expect(textOf(way, TARGET)).toContain('"authorization=Bearer%20swi_AbC-123"');
  });

  it('of curl sends one request that has ended', () => {
    const body = /-d '(.*)'$/s
      .exec(textOf('curl', TARGET))![1]!
      .replaceAll(/'\$\((?:openssl[^)]*|\(now - 1\))\)'|'\$now'/g, '1');
    const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Record<string, string>[] }[] }[] };
    const [span] = sent.resourceSpans[0]!.scopeSpans[0]!.spans;
    expect([span!.startTimeUnixNano, span!.endTimeUnixNano]).toEqual(['1880000000', '1000000000']);
  });
});
