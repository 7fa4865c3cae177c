import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCallee, type CalleeFacts } from './callees.js';
import { decodeDelta, encodeDelta } from './delta-codec.js';
import { DeltaFold } from './delta.js';
import { SpanKind } from './span.js';
import { spanOf, type SpanParts } from './span.fixture.js';

const ORG = '01890000-0000-7000-8000-0000000000a1';
const OTHER_ORG = '01890000-0000-7000-8000-0000000000a2';
const START = 1_767_225_600_000_000;

const call = (parts: SpanParts = {}): SpanParts => ({
  id: 1,
  trace: 7,
  kind: SpanKind.Client,
  resource: { service: 'web' },
  attributes: { 'http.request.method': 'GET', 'server.address': 'stock.svc' },
  ...parts,
});
const request = (parts: SpanParts = {}): SpanParts => ({
  id: 2,
  trace: 7,
  parent: 1,
  resource: { service: 'stock', namespace: 'shop' },
  ...parts,
});

function learnedFrom(...spans: [string, SpanParts][]): CalleeFacts[] {
  const fold = new DeltaFold();
  for (const [organization, parts] of spans) fold.add(organization, spanOf(parts));
  return decodeDelta(encodeDelta(fold, 1)[0]!).organizations.flatMap(({ callees }) => callees);
}
const names = (...spans: SpanParts[]) =>
  learnedFrom(...spans.map((span): [string, SpanParts] => [ORG, span])).map(
    ({ service, category, target, calleeNamespace, callee }) =>
      `${service} -> ${category} ${target} = ${calleeNamespace}/${callee}`,
  );

describe('who answers behind a dependency (APM-10)', () => {
  const paired = ['web -> external_http stock.svc = shop/stock'];

  it('is the service of the request below the call, in whatever order they come', () => {
    expect(names(call(), request())).toEqual(paired);
    expect(names(request(), call())).toEqual(paired);
  });

  it('is the service of the request that shares the id of the call, as those of Zipkin do', () => {
    expect(names(call(), request({ id: 1, parent: undefined }))).toEqual(paired);
    expect(names(request({ id: 1, parent: 9 }), call({ parent: 9 }))).toEqual(paired);
  });

  it.each<[string, SpanParts]>([
    ['below the producer', {}],
    ['in a trace of its own that links to the producer', { trace: 9, parent: undefined, linked: [[7, 1]] }],
    [
      'of a batch that links to several producers',
      {
        trace: 9,
        parent: 4,
        linked: [
          [5, 1],
          [7, 1],
        ],
      },
    ],
  ])('is who takes a message from the queue that it was sent to: %s', (_, parts) => {
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' };
    const sent = call({ kind: SpanKind.Producer, attributes });
    expect(names(sent, request({ kind: SpanKind.Consumer, attributes, ...parts }))).toEqual([
      'web -> messaging kafka/orders = shop/stock',
    ]);
  });

  it.each<[string, SpanParts, SpanParts]>([
    ['a request of another trace', call(), request({ trace: 8 })],
    ['a request below another span', call(), request({ parent: 3 })],
    ['a request without a parent', call(), request({ parent: undefined })],
    ['a span of the called service that is no request', call(), request({ kind: SpanKind.Internal })],
    ['a request that links to a call, but is no message', call(), request({ trace: 9, parent: 4, linked: [[7, 1]] })],
    ['a database', call({ attributes: { 'db.system': 'mysql', 'server.address': 'stock.svc' } }), request()],
  ])('is not learned from %s', (_, a, b) => expect(names(a, b)).toEqual([]));

  it("is not learned from another organization's spans", () =>
    expect(learnedFrom([ORG, call()], [OTHER_ORG, request()])).toEqual([]));

  it('is the one that answered last where several do', () => {
    const second = request({ id: 3, startMicros: START + 9, resource: { service: 'stock-v2' } });
    expect(names(call(), second, request())).toEqual(['web -> external_http stock.svc = default/stock-v2']);
  });

  it('merges to the same whatever the order', () => {
    const facts = fc.record({
      namespace: fc.constant('default'),
      service: fc.constant('web'),
      environment: fc.constant('live'),
      category: fc.constant('external_http'),
      target: fc.constant('stock'),
      calleeNamespace: fc.constantFrom('a', 'b'),
      callee: fc.constantFrom('x', 'y'),
      lastSeenMicros: fc.nat(3),
    });
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        expect(mergeCallee(a, b)).toEqual(mergeCallee(b, a));
        expect(mergeCallee(mergeCallee(a, b), c)).toEqual(mergeCallee(a, mergeCallee(b, c)));
        expect(mergeCallee(a, a)).toEqual(a);
      }),
    );
  });
});
