/**
 * Which of several incidents is the cause of the others, and which are not notified because of it (ALERT-120 to ALERT-123).
 * Pure: the same incidents and figures always give the same, in whatever order they come.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  MAX_CAUSE_HOPS,
  type AlertCauses,
  type CallFigures,
  type LabelledService,
  type ServiceNode,
} from '@spanwise/contracts/alerting/evidence';
import { SEVERITIES, type Severity } from '@spanwise/contracts/alerting/alert-conditions';

/** A call fails: so many of its requests, and no single one. */
const MIN_ERROR_SHARE = 0.05;
const MIN_ERRORS = 2;
/** A call is slow: twice what it took before, and long enough for a user to notice. */
const SLOWER = 2;
const NOTICED_MICROS = 100_000;
/** Of the failed traces of a service, those that its cause has failed in too. */
const MIN_SHARED = 0.5;

/** An active incident of a service. */
export interface Subject {
  id: string;
  service: LabelledService;
  severity: Severity;
  /** When its fault began, microseconds. */
  since: number;
  /** It was notified since it was opened. */
  isNotified: boolean;
  /** The highest severity that was notified; absent: its severity. */
  notified?: Severity;
}

/** What apm said of the services, which are identified by their index. */
export interface CauseEvidence extends AlertCauses {
  services: readonly LabelledService[];
}

export interface Cause {
  /** Incident that it follows from directly, and the one at the end; the same where the cause is merged into a notified one. */
  by: string;
  root: string;
  /** Services from this one to that of `by`. */
  path: string[];
  /** Of the failed traces of the service, how many there are and in how many that of `by` failed. */
  traces: number;
  shared: number;
  /** No notification of its own. `merged`: it is the cause itself, and what follows from it was notified before. */
  held?: 'inhibited' | 'merged';
  /** Incident whose notification stands for it, while it is held. */
  through?: string;
}

interface Relation {
  path: string[];
  traces: number;
  shared: number;
}

/** As an incident keeps it; the ones of others are ids of incidents. */
export interface Inhibition extends Cause {
  /** Name of the service of the root. */
  root_service: string;
  /** First step in a row in which nothing said any more that it has a cause; only while it is held. */
  free_since_step?: number;
}

/** With the ids of incidents instead of fingerprints; undefined where one of them is not active. */
export function inhibitionOf(
  cause: Cause | undefined,
  active: ReadonlyMap<string, { id: string; details: { labels: Record<string, string> } }>,
): Inhibition | undefined {
  const [by, root, teller] = [cause?.by, cause?.root, cause?.through].map((one) => active.get(one ?? ''));
  if (cause === undefined || by === undefined || root === undefined) return undefined;
  const { through: _, ...rest } = cause;
  return {
    ...rest,
    by: by.id,
    root: root.id,
    root_service: root.details.labels.service ?? '',
    ...(teller !== undefined && { through: teller.id }),
  };
}

export const isSameCause = (one: Inhibition, other: Inhibition | undefined): boolean =>
  one.root === other?.root && one.held === other.held;

/** Steps that go on firing after their cause ended before it is notified. */
const FREE_STEPS = 2;

/** What is known of the cause after a step; undefined once it stands for itself. `cause` undefined: nothing says any more. */
export function nextInhibition(
  before: Inhibition | undefined,
  cause: Inhibition | undefined,
  step: number,
): Inhibition | undefined {
  if (cause !== undefined) {
    const isSame = isSameCause(cause, before) && before?.by === cause.by && before.through === cause.through;
    // Numbers of traces are those of the step that found it.
    return isSame && before.free_since_step === undefined ? before : cause;
  }
  if (before?.held === undefined) return undefined;
  const since = before.free_since_step ?? step;
  return step >= since + FREE_STEPS ? undefined : { ...before, free_since_step: since };
}

interface Inhibited {
  id: string;
  fingerprint: string;
  details: { labels: Record<string, string>; inhibition?: Inhibition };
}

/** Of the incidents that fire in a step those that follow from something else than before, or from nothing any more. */
export function changedInhibitions(
  rows: readonly Inhibited[],
  firing: ReadonlySet<string>,
  causes: ReadonlyMap<string, Cause> | undefined,
  step: number,
): { id: string; before: Inhibition | undefined; inhibition: Inhibition | undefined }[] {
  const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]));
  return rows.flatMap(({ id, fingerprint, details: { inhibition: before } }) => {
    // Where this was not asked for, the faults of notified incidents stay.
    if (!firing.has(fingerprint) || (causes === undefined && before?.held === undefined)) return [];
    const inhibition = nextInhibition(before, inhibitionOf(causes?.get(fingerprint), byFingerprint), step);
    return isDeepStrictEqual(inhibition, before) ? [] : [{ id, before, inhibition }];
  });
}

/** By the ids of the incidents; what has no cause but itself is not there. */
export function causesOf(subjects: readonly Subject[], evidence: CauseEvidence): Map<string, Cause> {
  const inOrder = subjects.toSorted(byWeight);
  const relations = new ServiceRelations(evidence);
  const direct = new Map(
    inOrder.map((one) => [
      one,
      new Map(
        inOrder.flatMap((other): [Subject, Relation][] => {
          const relation = mayHold(other, one) ? relations.of(one.service, other.service) : undefined;
          return relation === undefined ? [] : [[other, relation]];
        }),
      ),
    ]),
  );
  const reached = new Map(inOrder.map((one) => [one, reachableFrom(one, direct)]));
  const together = new Map<Subject, Subject[]>();
  for (const one of inOrder) {
    const root = rootOf(one, direct, reached);
    together.set(root, [...(together.get(root) ?? []), one]);
  }
  const causes = new Map<string, Cause>();
  for (const [root, members] of together) {
    for (const one of members) {
      const teller = tellerOf(one, root, members);
      if (one !== root) {
        const by = nextTo(root, direct.get(one)!, reached);
        const held = teller === undefined ? {} : { held: 'inhibited' as const, through: teller.id };
        causes.set(one.id, { by: by.id, root: root.id, ...direct.get(one)!.get(by)!, ...held });
      } else if (teller !== undefined) {
        const { path, ...shares } = direct.get(teller)!.get(one) ?? { path: [], traces: 0, shared: 0 };
        causes.set(one.id, {
          by: teller.id,
          root: one.id,
          path: path.toReversed(),
          ...shares,
          held: 'merged',
          through: teller.id,
        });
      }
    }
  }
  return causes;
}

/**
 * Of `fired`, which has no cause among `subjects`: the service of the one that it follows from among `candidates`, which are beyond
 * their thresholds and do not fire yet (ALERT-172). By the ids of incidents.
 */
export function awaitedOf(
  fired: readonly Subject[],
  subjects: readonly Subject[],
  candidates: readonly Subject[],
  evidence: CauseEvidence,
): Map<string, string> {
  if (fired.length === 0 || candidates.length === 0) return new Map();
  const known = causesOf(subjects, evidence);
  const possible = causesOf([...subjects, ...candidates], evidence);
  const byId = new Map(candidates.map((one) => [one.id, one]));
  return new Map(
    fired.flatMap(({ id }): [string, string][] => {
      const root = known.has(id) ? undefined : byId.get(possible.get(id)?.root ?? '');
      return root === undefined ? [] : [[id, root.service.service]];
    }),
  );
}

/** The most severe first, then what began first: the first one is chosen. */
const byWeight = (one: Subject, other: Subject): number =>
  rank(other.severity) - rank(one.severity) || one.since - other.since || (one.id < other.id ? -1 : 1);

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** A warning never suppresses what is critical: what holds is at most one step less severe. */
export const canInhibit = (one: Severity, other: Severity): boolean => rank(one) >= rank(other) - 1;

const mayHold = (one: Subject, other: Subject): boolean => one !== other && canInhibit(one.severity, other.severity);

type Direct = ReadonlyMap<Subject, ReadonlyMap<Subject, Relation>>;
type Reached = ReadonlyMap<Subject, ReadonlySet<Subject>>;

function reachableFrom(start: Subject, direct: Direct): Set<Subject> {
  const found = new Set<Subject>();
  const waiting = [start];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const other of direct.get(one)!.keys()) {
      if (found.has(other)) continue;
      found.add(other);
      waiting.push(other);
    }
  }
  return found;
}

/** Of what it follows from, what follows from nothing else; of a circle the most severe, which began first. Itself without any. */
function rootOf(one: Subject, direct: Direct, reached: Reached): Subject {
  const isLast = (other: Subject) => [...reached.get(other)!].every((after) => reached.get(after)!.has(other));
  const circleOf = (last: Subject) => [last, ...reached.get(last)!].toSorted(byWeight);
  const lasts = [one, ...reached.get(one)!].filter(isLast).map((last) => circleOf(last)[0]);
  const candidates = [...new Set(lasts)].filter((root) => root === one || mayHold(root!, one));
  const sharedWith = (root: Subject) => direct.get(one)!.get(root)?.shared ?? 0;
  return candidates.toSorted((a, b) => sharedWith(b!) - sharedWith(a!) || byWeight(a!, b!))[0] ?? one;
}

/** The root itself where it is near; else whatever leads to it, the most of the traces first. */
function nextTo(root: Subject, near: ReadonlyMap<Subject, Relation>, reached: Reached): Subject {
  if (near.has(root)) return root;
  const leading = [...near.keys()].filter((other) => reached.get(other)!.has(root));
  return leading.toSorted((a, b) => near.get(b)!.shared - near.get(a)!.shared || byWeight(a, b))[0]!;
}

/**
 * What is notified instead: the root, unless what follows from it was notified before, at its severity or a higher one.
 * Undefined where `one` is notified itself.
 */
function tellerOf(one: Subject, root: Subject, together: readonly Subject[]): Subject | undefined {
  const notified = together.filter(({ isNotified }) => isNotified);
  const covers = (other: Subject) => rank(other.notified ?? other.severity) >= rank(root.severity);
  const isRootNotified = root.isNotified || !notified.some((other) => covers(other) && mayHold(other, root));
  if (one === root && isRootNotified) return undefined;
  const tellers = [...(isRootNotified ? [root] : []), ...(one.isNotified ? [] : notified)];
  return tellers.find((other) => mayHold(other, one));
}

/** What lies between services: a way of calls of which each one fails or is slow, and traces in which both fail. */
class ServiceRelations {
  private readonly places: Map<string, number>;
  private readonly next = new Map<string, ServiceNode[]>();
  private readonly ways = new Map<number, Map<string, string[]>>();
  private readonly nodes = new Map<string, ServiceNode>();

  constructor(private readonly evidence: CauseEvidence) {
    this.places = new Map(evidence.services.map((service, place) => [serviceKey(service), place]));
    for (const call of evidence.calls.filter(isTroubled)) {
      const from = nodeKey(call.from);
      for (const node of [call.from, call.to]) this.nodes.set(nodeKey(node), node);
      this.next.set(from, [...(this.next.get(from) ?? []), call.to]);
    }
  }

  /** How `one` follows from `other`; undefined where nothing says that it does. */
  of(one: LabelledService, other: LabelledService): Relation | undefined {
    const [from, to] = [one, other].map((service) => this.places.get(serviceKey(service)));
    if (from === undefined || to === undefined || from === to) return undefined;
    const failed = this.evidence.failed_traces.find(({ service }) => service === from);
    const shared = failed?.shared.find(({ service }) => service === to)?.traces ?? 0;
    if (failed === undefined || shared === 0 || shared < failed.traces * MIN_SHARED) return undefined;
    const path = this.wayBetween(from, other);
    return path === undefined ? undefined : { path, traces: failed.traces, shared };
  }

  private wayBetween(from: number, to: LabelledService): string[] | undefined {
    let ways = this.ways.get(from);
    if (ways === undefined) this.ways.set(from, (ways = this.waysFrom(this.evidence.services[from]!)));
    const found = [...ways].filter(([key, way]) => way.length > 1 && isMeant(this.nodes.get(key)!, to));
    return found.map(([, way]) => way).toSorted((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))[0];
  }

  /** The shortest ways of at most three calls, by where they lead. */
  private waysFrom(service: LabelledService): Map<string, string[]> {
    const starts = [...this.nodes.values()].filter((node) => isMeant(node, service));
    const ways = new Map(starts.map((node) => [nodeKey(node), [node.service]]));
    let reached = starts;
    for (let hops = 1; hops <= MAX_CAUSE_HOPS; hops++) {
      const further: ServiceNode[] = [];
      for (const node of reached) {
        for (const callee of this.next.get(nodeKey(node)) ?? []) {
          if (ways.has(nodeKey(callee))) continue;
          ways.set(nodeKey(callee), [...ways.get(nodeKey(node))!, callee.service]);
          further.push(callee);
        }
      }
      reached = further;
    }
    return ways;
  }
}

const nodeKey = ({ namespace, service, environment }: ServiceNode): string =>
  [namespace, service, environment].join('\0');

/** Distinguishes services by labels. */
export const serviceKey = ({ service, namespace, environment }: LabelledService): string =>
  JSON.stringify([service, namespace, environment]);

const isMeant = (node: ServiceNode, { service, namespace, environment }: LabelledService): boolean =>
  node.service === service &&
  (namespace === undefined || node.namespace === namespace) &&
  (environment === undefined || node.environment === environment);

function isTroubled({ calls, errors, p95_micros: p95, usual_p95_micros: usual }: CallFigures): boolean {
  if (errors >= MIN_ERRORS && errors >= calls * MIN_ERROR_SHARE) return true;
  return p95 !== undefined && usual !== undefined && p95 >= NOTICED_MICROS && p95 >= usual * SLOWER;
}

/** The service that the labels of an incident are about; undefined for none. */
export function serviceOf({ service, namespace, environment }: Record<string, string>): LabelledService | undefined {
  if (!service) return undefined;
  return { service, ...(namespace && { namespace }), ...(environment && { environment }) };
}
