/** What a service does for each organization, one after the other or a few at once. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { describeError } from './logger.js';
import { logErrorTransitions, startInterval } from './intervals.js';
import type { Host } from './service.js';

/** Turns that have used up their time and still run: others go on beside so many of them. */
const MAX_LATE = 4;
const FIRST_REST_MS = 100;
const MAX_REST_MS = 60_000;
const MAX_SAID_A_ROUND = 20;
const FORGOTTEN_MS = 86_400_000;

export interface TurnOptions {
  /** Names the work in metrics. */
  loop: string;
  /** Said of an organization whose turn fails, and of a round that cannot begin. */
  fault: string;
  /** Of one turn. */
  budgetMs: number;
  /** Organizations at once. */
  atOnce?: number;
}

export interface Turn {
  /** Its time is over: what is left waits for another turn. */
  isOver(): boolean;
}

interface Failure {
  error: string;
  failures: number;
  atMs: number;
}

/**
 * For each organization, isolated and fair: a turn that fails is said and counted and keeps no other from its own; one that takes
 * longer than its time is left to itself, and the organization has no other until it ends. Rounds begin after the organization
 * whose turn was the last to begin.
 */
export class OrganizationTurns {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly failing = new Map<string, Failure>();
  /** Those whose last turn was late: the next one is not waited for. */
  private readonly slow = new Set<string>();
  private readonly metrics: TurnMetrics | undefined;
  private said = 0;
  /** The organization whose turn was the last to begin; '' before the first. */
  last = '';

  constructor(
    private readonly options: TurnOptions,
    private readonly host: Partial<Pick<Host, 'logger' | 'registry' | 'shutdown'>>,
  ) {
    if (host.registry !== undefined) this.metrics = TurnMetrics.of(host.registry);
  }

  /** Runs a round every so often until the service stops, which waits for the turns under way. */
  start(everyMs: number, name: string, round: () => Promise<unknown>, { immediately = false } = {}): void {
    const guarded = logErrorTransitions(this.host.logger!, this.options.fault, round);
    const stop = startInterval(everyMs, guarded);
    if (immediately) void guarded();
    this.host.shutdown!.onStop('workers', name, async () => {
      await stop();
      await Promise.all(this.underWay.values());
    });
  }

  /** `work` says whether something is left: then the organization has another turn once all others have had theirs. */
  async round(ids: readonly string[], work: (id: string, turn: Turn) => Promise<unknown>): Promise<void> {
    this.said = 0;
    this.forget();
    const waiting = this.inTurn(ids);
    const lane = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        if (await this.turn(id, work)) waiting.push(id);
      }
    };
    await Promise.all(Array.from({ length: this.options.atOnce ?? 1 }, lane));
    this.metrics?.failing.set({ loop: this.options.loop }, this.failing.size);
  }

  /** Organizations that have failed of late: where only some of all are looked at, these are left out for a while. */
  resting(nowMs = performance.now()): string[] {
    const restMs = ({ failures }: Failure) => Math.min(FIRST_REST_MS * 2 ** (failures - 1), MAX_REST_MS);
    return [...this.failing].flatMap(([id, failure]) => (nowMs < failure.atMs + restMs(failure) ? [id] : []));
  }

  /** Turns in a row that have failed. */
  failuresOf(id: string): number {
    return this.failing.get(id)?.failures ?? 0;
  }

  private inTurn(ids: readonly string[]): string[] {
    const next = ids.indexOf(this.last) + 1;
    return [...ids.slice(next), ...ids.slice(0, next)].filter((id) => !this.underWay.has(id));
  }

  /** Whether another one is wanted. */
  private async turn(id: string, work: (id: string, turn: Turn) => Promise<unknown>): Promise<boolean> {
    const { budgetMs } = this.options;
    const endsMs = performance.now() + budgetMs;
    this.last = id;
    let isLeft = false;
    const turn = Promise.resolve()
      .then(() => work(id, { isOver: () => performance.now() >= endsMs }))
      .then((left) => {
        isLeft = left === true;
        this.failing.delete(id);
      })
      .catch((error: unknown) => this.failed(id, error))
      .finally(() => this.underWay.delete(id));
    this.underWay.set(id, turn);
    const isInTime = await this.isWithin(turn, this.slow.has(id) ? 0 : budgetMs);
    if (isInTime) this.slow.delete(id);
    else await this.leave(id, turn);
    return isLeft;
  }

  private async isWithin(turn: Promise<void>, limitMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), limitMs)));
    const isLate = await Promise.race([turn, late]);
    clearTimeout(timer);
    return isLate !== true;
  }

  /** Others go on beside it, unless too many are left already. */
  private async leave(id: string, turn: Promise<void>): Promise<void> {
    this.metrics?.late.inc({ loop: this.options.loop });
    this.slow.add(id);
    if (this.underWay.size > MAX_LATE) await turn;
  }

  private failed(id: string, error: unknown): void {
    const { loop, fault } = this.options;
    const described = describeError(error);
    const before = this.failing.get(id);
    const failures = (before?.failures ?? 0) + 1;
    this.failing.set(id, { error: described.error, failures, atMs: performance.now() });
    this.metrics?.failures.inc({ loop });
    if (before?.error === described.error || this.said++ >= MAX_SAID_A_ROUND) return;
    this.host.logger?.warn({ organization_id: id, failures, ...described }, fault);
  }

  private forget(): void {
    const before = performance.now() - FORGOTTEN_MS;
    for (const [id, { atMs }] of this.failing) if (atMs < before) this.failing.delete(id);
  }
}

/** Of all loops of a process. */
export class TurnMetrics {
  private static readonly made = new WeakMap<Registry, TurnMetrics>();
  readonly failures: Counter<'loop'>;
  readonly late: Counter<'loop'>;
  readonly failing: Gauge<'loop'>;

  private constructor(registry: Registry) {
    const common = { labelNames: ['loop'] as const, registers: [registry] };
    this.failures = new Counter({
      name: 'spanwise_organization_turn_failures_total',
      help: 'Turns of organizations that failed, by what was done; others went on.',
      ...common,
    });
    this.late = new Counter({
      name: 'spanwise_organization_turns_late_total',
      help: 'Turns of organizations that took longer than their time; others went on beside them.',
      ...common,
    });
    this.failing = new Gauge({
      name: 'spanwise_organizations_failing',
      help: 'Organizations whose last turn failed, by what was done.',
      ...common,
    });
  }

  static of(registry: Registry): TurnMetrics {
    const known = TurnMetrics.made.get(registry) ?? new TurnMetrics(registry);
    TurnMetrics.made.set(registry, known);
    return known;
  }
}
