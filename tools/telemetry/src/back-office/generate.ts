/** Services that speak RPC in old and new words, and workers without callers: the same for the same options. */
import { Kind, keyValues, Status, type Attributes, type Span, type TraceRequest } from '../otlp.js';
import { Random } from '../random.js';

export interface BackOfficeOptions {
  seed: number | string;
  /** Unix time in microseconds; `toMicros` is excluded. */
  fromMicros: number;
  toMicros: number;
  /** Of each kind of work. */
  perMinute: number;
}

const MINUTE_MICROS = 60_000_000;
const SPANS_PER_REQUEST = 20;

type Work = (random: Random, atMicros: number) => Span[];

/** What a service emits of one piece of its work. */
const SERVICES: readonly { name: string; version: string; work: Work }[] = [
  { name: 'ledger', version: '1.0.0', work: answers },
  // Targets by service, in the words of the old conventions and of the new ones.
  {
    name: 'biller',
    version: '2.1.0',
    work: calls({ 'rpc.system': 'grpc', 'rpc.service': 'office.Ledger' }, ['Book', 'Read']),
  },
  {
    name: 'auditor',
    version: '3.0.0',
    work: calls({ 'rpc.system.name': 'grpc' }, ['office.Ledger/Read', 'office.Audit/Run']),
  },
  { name: 'unnamed-system', version: '', work: calls({ 'rpc.service': 'office.Legacy' }, ['Do']) },
  // Targets by address, where nothing says which service it is.
  {
    name: 'exporter',
    version: '1.4.0',
    work: calls({ 'rpc.system': 'jsonrpc', 'server.address': 'Export.Office.example', 'server.port': 7443 }, [
      'push',
      'pull',
    ]),
  },
  {
    name: 'mirror',
    version: '',
    work: calls({ 'rpc.system': 'apache_dubbo', 'net.peer.name': 'mirror', 'net.peer.port': 20880 }, ['copy']),
  },
  // An address that the caller knows as a service.
  {
    name: 'planner',
    version: '5.0.0',
    work: calls({ 'rpc.system.name': 'connectrpc', 'peer.service': 'ledger' }, ['office.Plan/Make']),
  },
  // A worker that only calls, a cron job below a root of elsewhere, and consumers that only take.
  {
    name: 'scheduled',
    version: '0.2.0',
    work: (random, at) => [span(random, at, Kind.Internal, 'tick', {}, random.hex(8))],
  },
  { name: 'drain', version: '0.9.0', work: takes },
];

/** Requests in the order of time; clocks and parents are all in order. */
export function* generateBackOffice(options: BackOfficeOptions): Generator<TraceRequest> {
  const random = new Random(options.seed);
  for (let minute = options.fromMicros; minute < options.toMicros; minute += MINUTE_MICROS) {
    for (const { name, version, work } of SERVICES) {
      const moments = Array.from({ length: options.perMinute }, () => minute + random.int(0, MINUTE_MICROS - 1));
      const spans = moments.toSorted((a, b) => a - b).flatMap((at) => work(random, at));
      const attributes = keyValues({
        'service.name': name,
        'service.namespace': 'office',
        'deployment.environment.name': 'production',
        ...(version !== '' && { 'service.version': version }),
      });
      for (let at = 0; at < spans.length; at += SPANS_PER_REQUEST)
        yield {
          resourceSpans: [
            { resource: { attributes }, scopeSpans: [{ spans: spans.slice(at, at + SPANS_PER_REQUEST) }] },
          ],
        };
    }
  }
}

function answers(random: Random, at: number): Span[] {
  const method = random.pick(['Book', 'Read']);
  const named: Attributes = random.chance(0.5)
    ? { 'rpc.system': 'grpc', 'rpc.service': 'office.Ledger', 'rpc.method': method }
    : { 'rpc.system.name': 'grpc', 'rpc.method': `office.Ledger/${method}` };
  return [span(random, at, Kind.Server, method, { ...named, ...status(random) }, random.hex(8))];
}

function calls(attributes: Attributes, methods: readonly string[]): Work {
  return (random, at) => {
    const method = random.pick(methods);
    const ofGrpc = (attributes['rpc.system'] ?? attributes['rpc.system.name'] ?? 'grpc') === 'grpc';
    return [
      span(
        random,
        at,
        Kind.Client,
        method,
        { ...attributes, 'rpc.method': method, ...(ofGrpc && status(random)) },
        random.hex(8),
      ),
    ];
  };
}

/** Taking messages and settling them is no request. */
function takes(random: Random, at: number): Span[] {
  const place = { 'messaging.system': 'kafka', 'messaging.destination.name': 'office' };
  return ['receive', 'settle'].map((operation) =>
    span(random, at, Kind.Consumer, operation, { ...place, 'messaging.operation.type': operation }, random.hex(8)),
  );
}

const status = (random: Random): Attributes =>
  random.chance(0.1) ? { 'rpc.grpc.status_code': random.pick([0, 5, 13, 14]) } : {};

function span(
  random: Random,
  atMicros: number,
  kind: number,
  name: string,
  attributes: Attributes,
  parentSpanId: string,
): Span {
  const start = BigInt(atMicros) * 1_000n + BigInt(random.int(0, 999));
  return {
    traceId: random.hex(16),
    spanId: random.hex(8),
    parentSpanId,
    name,
    kind,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Math.round(random.logNormal(8_000_000, 0.6)))),
    attributes: keyValues(attributes),
    ...(random.chance(0.05) && { status: { code: Status.Error } }),
  };
}
