import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDelta, encodeDelta } from './delta-codec.js';
import { DeltaFold } from './delta.js';
import { SeriesKind } from './series.js';
import { SpanKind } from './span.js';
import { spanOf, type SpanParts } from './span.fixture.js';

const ORG = '01890000-0000-7000-8000-0000000000a1';
const START = 1_767_225_600_000_000;
const KAFKA = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' };

const send = (parts: SpanParts = {}): SpanParts => ({
  id: 1,
  trace: 7,
  kind: SpanKind.Producer,
  resource: { service: 'shop' },
  attributes: KAFKA,
  durationMicros: 2_000,
  ...parts,
});
const take = (parts: SpanParts = {}): SpanParts => ({
  id: 2,
  trace: 9,
  kind: SpanKind.Consumer,
  linked: [[7, 1]],
  resource: { service: 'billing' },
  attributes: KAFKA,
  startMicros: START + 12_000,
  durationMicros: 5_000,
  ...parts,
});

/** Consumption in the delta of one batch: queue, sort, spans and the sum of their durations. */
function consumption(...spans: SpanParts[]): string[] {
  const fold = new DeltaFold();
  for (const parts of spans) fold.add(ORG, spanOf(parts));
  const { series } = decodeDelta(encodeDelta(fold, 1)[0]!).organizations[0]!;
  return series
    .filter(({ key }) => key.kind === SeriesKind.Consumption)
    .map(({ key, red }) => `${key.service} ${key.name} ${key.detail || 'process'} ${red.sampled} ${red.durationSum}`);
}

describe('messages that a service takes from a queue (APM-11)', () => {
  const processed = 'billing kafka/orders process 1 5000';
  const waited = 'billing kafka/orders wait 1 10000';

  it.each<[string, SpanParts[], string[]]>([
    ['wait from the end of the send to the start of their processing', [send(), take()], [processed, waited]],
    [
      'whose producer is the parent, without links',
      [send(), take({ trace: 7, parent: 1, linked: [] })],
      [processed, waited],
    ],
    [
      'whose links lead to the span that created them, which is no call of its own',
      [send({ attributes: { ...KAFKA, 'messaging.operation.name': 'create' } }), take()],
      [processed, waited],
    ],
    [
      'in a batch wait each for itself and are processed once',
      [
        send(),
        send({ id: 3, startMicros: START + 4_000 }),
        take({
          linked: [
            [7, 1],
            [7, 3],
          ],
        }),
      ],
      [processed, 'billing kafka/orders wait 2 16000'],
    ],
    ['whose send is not in the batch have no wait', [take()], [processed]],
    ['whose link leads to another trace have no wait', [send({ trace: 8 }), take()], [processed]],
    [
      'are processed by any consumer, whatever name the queue has there',
      [send(), take({ attributes: { 'messaging.system': 'kafka' } })],
      ['billing kafka process 1 5000', 'billing kafka wait 1 10000'],
    ],
    ['are not taken by a request that links to one', [send(), take({ kind: SpanKind.Server, attributes: {} })], []],
    [
      'are not processed by a mere receive',
      [send(), take({ attributes: { ...KAFKA, 'messaging.operation': 'receive' } })],
      [],
    ],
  ])('%s', (_, spans, expected) => expect(consumption(...spans)).toEqual(expected));

  it('make the same bytes in whatever order the spans come', () => {
    const spans = [
      send(),
      send({ id: 3 }),
      take(),
      take({ id: 4, linked: [[7, 3]] }),
      take({ id: 5, startMicros: START }),
    ];
    const bytesOf = (order: SpanParts[]) => {
      const fold = new DeltaFold();
      for (const parts of order) fold.add(ORG, spanOf(parts));
      return Buffer.from(encodeDelta(fold, 1)[0]!).toString('hex');
    };
    fc.assert(
      fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (order) => {
        expect(bytesOf(order)).toBe(bytesOf(spans));
      }),
      { numRuns: 20 },
    );
  });
});
