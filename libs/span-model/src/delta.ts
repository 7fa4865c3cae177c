/** What one batch of new spans adds to the figures of their organizations: a commutative monoid, folded span by span. */
import { CalleePairing } from './callees.js';
import { consumedQueueOf, dependencyOf } from './dependency.js';
import { hexOf } from './bytes.js';
import { errorGroupOf, GROUPING_ALGORITHM, loggedGroupOf, type ErrorGroup, type KnownStacks } from './error-group.js';
import { mergeErrorGroup, type ErrorGroupFacts } from './error-facts.js';
import { identityOf, type Identity } from './identity.js';
import { outcomeOf } from './outcome.js';
import { QueueWaits } from './queue-waits.js';
import type { LoggedException } from './logged-exception.js';
import { WEIGHT_ONE, type Observation } from './red.js';
import { record, recordSpan, type SeriesDelta } from './series-minutes.js';
import { CLOCK_SKEW, Consumption, keyPart, SeriesKind, seriesKeyText, type SeriesKey } from './series.js';
import { gatewayMinuteKey, type GatewayMinute } from './gateway-minutes.js';
import { SPAN_KIND_NAMES, SpanKind, type SpanException, type SpanRecord, type SpanResource } from './span.js';
import { isTransaction, transactionOf } from './transaction.js';
import { weightOf } from './weight.js';
import { HOUR_MICROS, MINUTE_MICROS } from './time-units.js';

export interface InstanceFacts {
  namespace: string;
  service: string;
  environment: string;
  instance: string;
  language: string;
  sdkName: string;
  sdkVersion: string;
  hour: number;
  firstSeenMicros: number;
  lastSeenMicros: number;
}

export interface GapFacts {
  minute: number;
  reason: string;
  dropped: number;
}

export class OrganizationDelta {
  oldestStartMicros = Infinity;
  readonly series = new Map<string, SeriesDelta>();
  readonly instances = new Map<string, InstanceFacts>();
  readonly errorGroups = new Map<string, ErrorGroupFacts>();
  readonly gaps = new Map<string, GapFacts>();
  readonly services = new Map<string, ServiceFold>();
  readonly callees = new CalleePairing();
  readonly queueWaits = new QueueWaits();

  addGap(minute: number, reason: string, dropped: number): void {
    const key = `${minute}\0${reason}`;
    const gap = this.gaps.get(key);
    if (gap === undefined) this.gaps.set(key, { minute, reason, dropped });
    else gap.dropped += dropped;
  }

  seriesOf(key: SeriesKey): SeriesDelta {
    const text = seriesKeyText(key);
    let series = this.series.get(text);
    if (series === undefined) this.series.set(text, (series = { key, minutes: new Map() }));
    return series;
  }
}

/** Series of one service version, found by what its spans say without building a key for each. */
class ServiceFold {
  readonly own: SeriesDelta;
  private readonly named = new Map<string, SeriesDelta>();
  /** By the number of the kind: every span asks. */
  private readonly spans: SeriesDelta[] = [];

  constructor(
    private readonly organization: OrganizationDelta,
    readonly identity: Identity,
  ) {
    this.own = organization.seriesOf(this.key(SeriesKind.Service, '', '', ''));
  }

  find(kind: SeriesKind, name: string, category: string, detail: string): SeriesDelta {
    const text = `${kind}\0${name}\0${category}\0${detail}`;
    let series = this.named.get(text);
    if (series === undefined) {
      series = this.organization.seriesOf(this.key(kind, name, category, detail));
      this.named.set(text, series);
    }
    return series;
  }

  /** All spans of a kind, or those of them that `detail` says. */
  spansOf(kind: number, detail = ''): SeriesDelta {
    const number = SPAN_KIND_NAMES[kind] === undefined ? SpanKind.Unspecified : kind;
    if (detail !== '') return this.find(SeriesKind.Spans, '', SPAN_KIND_NAMES[number]!, detail);
    return (this.spans[number] ??= this.find(SeriesKind.Spans, '', SPAN_KIND_NAMES[number]!, ''));
  }

  private key(kind: SeriesKind, name: string, category: string, detail: string): SeriesKey {
    return { kind, ...this.identity, name, category, detail };
  }
}

/** False for an exception that a log record has reported before (ADR 0015). */
export type FirstReport = (exception: SpanException, span: SpanRecord) => boolean;
const always: FirstReport = () => true;

export class DeltaFold {
  readonly organizations = new Map<string, OrganizationDelta>();
  readonly gatewayMinutes = new Map<string, GatewayMinute>();
  spanCount = 0;
  /** Resources of one request are shared by its spans: their service is looked up once. */
  private lastResource: SpanResource | undefined;
  private lastOrganizationId = '';
  private lastService: ServiceFold | undefined;
  /** Facts of the last resource's instance while they are that resource's own: most spans only move their times. */
  private lastInstance: InstanceFacts | undefined;
  private readonly knownStacks: KnownStacks = new Map();
  private readonly observation: Observation = {
    units: 0,
    sampling: 'unknown',
    startMicros: 0,
    durationMicros: 0,
    error: false,
    clientError: false,
    idBytes: new Uint8Array(),
    traceIdAt: 0,
    spanIdAt: 0,
  };

  get isEmpty(): boolean {
    return this.organizations.size === 0;
  }

  addGap(organizationId: string, minute: number, reason: string, dropped: number): void {
    this.organization(organizationId).addGap(minute, reason, dropped);
  }

  /** Repeated, in another shard or after an unknown outcome, it is the same. */
  addGatewayMinute(minute: GatewayMinute): void {
    this.gatewayMinutes.set(gatewayMinuteKey(minute), minute);
  }

  /**
   * The span has passed `rejectReason` and is neither late nor a duplicate. Nothing of it is kept by reference.
   * `isFirstReport` is asked about the exception that would make an occurrence of an error group.
   */
  add(organizationId: string, span: SpanRecord, isFirstReport: FirstReport = always): void {
    const organization = this.organization(organizationId);
    const service = this.service(organizationId, organization, span.resource);
    this.spanCount++;
    const minute = Math.floor(span.startMicros / MINUTE_MICROS);
    if (span.startMicros < organization.oldestStartMicros) organization.oldestStartMicros = span.startMicros;
    recordSpan(service.spansOf(span.kind), minute, span.startMicros);
    if (span.durationMicros < 0) recordSpan(service.spansOf(span.kind, CLOCK_SKEW), minute, span.startMicros);

    if (span.kind === SpanKind.Producer) organization.queueWaits.addSend(span);
    const request = isTransaction(span);
    const dependency = request ? undefined : dependencyOf(span);
    if (!request && dependency === undefined) return;
    this.observe(span);
    if (dependency !== undefined) {
      record(
        service.find(SeriesKind.Dependency, dependency.target, dependency.category, dependency.operation),
        minute,
        this.observation,
      );
      organization.callees.addCall(span, service.identity, dependency);
      return;
    }
    organization.callees.addRequest(span, service.identity);
    record(service.own, minute, this.observation);
    const transaction = transactionOf(span);
    record(service.find(SeriesKind.Transaction, transaction.name, transaction.kind, ''), minute, this.observation);
    const queue = consumedQueueOf(span);
    if (queue !== '') this.addConsumption(organization, service, span, queue, minute);
    this.noteInstance(organization, service.identity, span);
    const exception = span.exceptions.at(-1);
    if (this.observation.error && (exception === undefined || isFirstReport(exception, span)))
      this.addError(organization, service, span, transaction.name, minute);
  }

  /** An exception that nothing has reported before: an occurrence of an error group, and of no request. */
  addException(organizationId: string, exception: LoggedException): void {
    const organization = this.organization(organizationId);
    const service = this.service(organizationId, organization, exception.resource);
    const { namespace, service: name } = service.identity;
    const group = loggedGroupOf(exception, namespace, name, this.knownStacks);
    const { observation } = this;
    observation.units = WEIGHT_ONE;
    observation.sampling = 'unknown';
    observation.startMicros = exception.timeMicros;
    // It has none.
    observation.durationMicros = 0;
    observation.error = true;
    observation.clientError = false;
    observation.idBytes = exception.idBytes;
    observation.traceIdAt = 0;
    observation.spanIdAt = 16;
    this.addOccurrence(organization, service, group, '', Math.floor(exception.timeMicros / MINUTE_MICROS));
  }

  private addConsumption(
    organization: OrganizationDelta,
    service: ServiceFold,
    span: SpanRecord,
    queue: string,
    minute: number,
  ): void {
    const { category, detail } = Consumption.Processing;
    record(service.find(SeriesKind.Consumption, queue, category, detail), minute, this.observation);
    organization.queueWaits.addTake(span, service.identity, queue, this.observation);
  }

  private noteInstance(organization: OrganizationDelta, identity: Identity, span: SpanRecord): void {
    const last = this.lastInstance;
    const { startMicros } = span;
    const hour = Math.floor(startMicros / HOUR_MICROS);
    if (last !== undefined && last.hour === hour) {
      if (startMicros < last.firstSeenMicros) last.firstSeenMicros = startMicros;
      if (startMicros > last.lastSeenMicros) last.lastSeenMicros = startMicros;
      return;
    }
    const facts = instanceOf(identity, span.resource, hour, startMicros);
    const key = instanceKey(facts);
    const known = organization.instances.get(key);
    const merged = known === undefined ? facts : mergeInstance(known, facts);
    organization.instances.set(key, merged);
    this.lastInstance = describe(merged) === describe(facts) ? merged : undefined;
  }

  private observe(span: SpanRecord): void {
    const { observation } = this;
    const outcome = outcomeOf(span);
    const weight = weightOf(span);
    observation.units = weight.units;
    observation.sampling = weight.sampling;
    observation.startMicros = span.startMicros;
    observation.durationMicros = Math.max(0, span.durationMicros);
    observation.error = outcome.error;
    observation.clientError = outcome.clientError;
    observation.idBytes = span.idBytes;
    observation.traceIdAt = span.traceIdAt;
    observation.spanIdAt = span.spanIdAt;
  }

  private addError(
    organization: OrganizationDelta,
    service: ServiceFold,
    span: SpanRecord,
    transaction: string,
    minute: number,
  ): void {
    const { namespace, service: name } = service.identity;
    const group = errorGroupOf(span, namespace, name, transaction, this.knownStacks);
    this.addOccurrence(organization, service, group, transaction, minute);
  }

  /** What `observation` says, as an occurrence of a group. */
  private addOccurrence(
    organization: OrganizationDelta,
    service: ServiceFold,
    group: ErrorGroup,
    transaction: string,
    minute: number,
  ): void {
    const { namespace, service: name, environment, version } = service.identity;
    const { startMicros, idBytes, traceIdAt, spanIdAt } = this.observation;
    record(service.find(SeriesKind.Error, group.fingerprint, '', transaction), minute, this.observation);
    const sample = {
      startMicros,
      traceId: hexOf(idBytes, traceIdAt, 16),
      spanId: hexOf(idBytes, spanIdAt, 8),
      version,
      environment,
      transaction,
      message: group.message,
      stack: group.stack,
    };
    const facts: ErrorGroupFacts = {
      namespace,
      service: name,
      fingerprint: group.fingerprint,
      algorithm: GROUPING_ALGORITHM,
      aliases: group.formerFingerprints.toSorted(),
      grouping: group.grouping,
      errorType: group.errorType,
      frame: group.frame,
      samples: [sample],
      firstSeenMicros: startMicros,
      lastSeenMicros: startMicros,
    };
    const key = errorGroupKey(facts);
    const known = organization.errorGroups.get(key);
    organization.errorGroups.set(key, known === undefined ? facts : mergeErrorGroup(known, facts));
  }

  private organization(organizationId: string): OrganizationDelta {
    let organization = this.organizations.get(organizationId);
    if (organization === undefined) this.organizations.set(organizationId, (organization = new OrganizationDelta()));
    return organization;
  }

  private service(organizationId: string, organization: OrganizationDelta, resource: SpanResource): ServiceFold {
    if (this.lastResource === resource && this.lastOrganizationId === organizationId) return this.lastService!;
    const identity = identityOf(resource);
    const key = [identity.namespace, identity.service, identity.environment, identity.version].join('\0');
    let service = organization.services.get(key);
    if (service === undefined) organization.services.set(key, (service = new ServiceFold(organization, identity)));
    this.lastResource = resource;
    this.lastOrganizationId = organizationId;
    this.lastService = service;
    this.lastInstance = undefined;
    return service;
  }
}

export const errorGroupKey = (facts: Pick<ErrorGroupFacts, 'namespace' | 'service' | 'fingerprint'>): string =>
  [facts.namespace, facts.service, facts.fingerprint].join('\0');

export const instanceKey = (
  facts: Pick<InstanceFacts, 'namespace' | 'service' | 'environment' | 'instance' | 'hour'>,
): string => [facts.hour, facts.namespace, facts.service, facts.environment, facts.instance].join('\0');

const describe = (facts: InstanceFacts): string => [facts.language, facts.sdkName, facts.sdkVersion].join('\0');

/** Of two reports of one instance the later one says what it runs. */
export function mergeInstance(a: InstanceFacts, b: InstanceFacts): InstanceFacts {
  const bLeads =
    b.lastSeenMicros !== a.lastSeenMicros ? b.lastSeenMicros > a.lastSeenMicros : describe(b) > describe(a);
  return {
    ...(bLeads ? b : a),
    firstSeenMicros: Math.min(a.firstSeenMicros, b.firstSeenMicros),
    lastSeenMicros: Math.max(a.lastSeenMicros, b.lastSeenMicros),
  };
}

function instanceOf(identity: Identity, resource: SpanResource, hour: number, startMicros: number): InstanceFacts {
  return {
    namespace: identity.namespace,
    service: identity.service,
    environment: identity.environment,
    instance: keyPart(resource.instance),
    language: keyPart(resource.language),
    sdkName: keyPart(resource.sdkName),
    sdkVersion: keyPart(resource.sdkVersion),
    hour,
    firstSeenMicros: startMicros,
    lastSeenMicros: startMicros,
  };
}
