import { ServiceError } from '@spanwise/contracts/base/errors';

export interface AdmissionLimits {
  /** Queries that run at once. */
  running: number;
  runningPerOrganization: number;
  /** Of those that run, how many may be streams: their readers decide how long they take. */
  streams: number;
  streamsPerOrganization: number;
  waitingPerOrganization: number;
  waiting: number;
  longestWaitMs: number;
}

/** Limits of `running` places: streams have at most half of them, and no organization all of those. */
export function placesOf(
  running: number,
  runningPerOrganization: number,
): Pick<AdmissionLimits, 'running' | 'runningPerOrganization' | 'streams' | 'streamsPerOrganization'> {
  const streams = Math.max(1, Math.floor(running / 2));
  const streamsPerOrganization = Math.max(1, Math.min(runningPerOrganization, streams) - 1);
  return { running, runningPerOrganization, streams, streamsPerOrganization };
}

export interface Entrant {
  organizationId: string;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Waits as long as it takes, and is refused by no queue. */
  patient?: boolean;
  /** Its reader decides how long it takes. */
  streamed?: boolean;
  /** A search job, which may take minutes. */
  job?: boolean;
}

interface Running {
  all: number;
  streams: number;
  jobs: number;
}

const NOTHING: Running = { all: 0, streams: 0, jobs: 0 };

interface Waiter extends Entrant {
  enter: () => void;
  refuse: (error: Error) => void;
}

/**
 * Who may run: places go round the organizations that wait, so that one with many queries gets no more than its share
 * while others want theirs. The last place is for an organization that runs nothing. Streams have places of their own number,
 * and streams and search jobs never have all places, so that short answers find one whatever those do.
 */
export class Admission {
  private readonly running = new Map<string, Running>();
  /** In the order in which organizations have their turns. */
  private readonly waiting = new Map<string, Waiter[]>();
  private total = NOTHING;

  constructor(private readonly limits: AdmissionLimits) {}

  get state(): { running: number; waiting: number } {
    return { running: this.total.all, waiting: this.waitingTotal() };
  }

  /**
   * A place; call the result once to give it back. Throws `resource_exhausted` when too many wait, or for too long, unless
   * the caller is patient.
   */
  async enter(entrant: Entrant): Promise<() => void> {
    if (!this.mayRun(entrant)) await this.wait(entrant);
    else this.count(entrant, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.count(entrant, -1);
      this.next();
    };
  }

  private mayRun({ organizationId, streamed, job }: Entrant): boolean {
    const own = this.running.get(organizationId) ?? NOTHING;
    const ofOthers = own.all === 0 ? 0 : 1;
    const { running, runningPerOrganization, streams, streamsPerOrganization } = this.limits;
    if (this.total.all >= running - ofOthers || own.all >= runningPerOrganization) return false;
    const isLong = streamed || job;
    if (isLong && this.total.streams + this.total.jobs >= Math.max(1, running - 1)) return false;
    return !streamed || (this.total.streams < streams && own.streams < streamsPerOrganization);
  }

  private wait(entrant: Entrant): Promise<void> {
    const { organizationId, signal, patient } = entrant;
    const queue = this.waiting.get(organizationId) ?? [];
    if (
      !patient &&
      (queue.length >= this.limits.waitingPerOrganization || this.waitingTotal() >= this.limits.waiting)
    ) {
      throw tooMany('Too many queries wait for their turn.');
    }
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        const at = queue.indexOf(waiter);
        if (at < 0) return;
        queue.splice(at, 1);
        if (queue.length === 0 && this.waiting.get(organizationId) === queue) this.waiting.delete(organizationId);
        finish();
        reject(error);
      };
      const timer = patient
        ? undefined
        : setTimeout(() => leave(tooMany('The query waited too long for its turn.')), this.limits.longestWaitMs);
      const onAbort = () => leave(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        ...entrant,
        enter: () => {
          finish();
          resolve();
        },
        refuse: leave,
      };
      queue.push(waiter);
      this.waiting.set(organizationId, queue);
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted) onAbort();
    });
  }

  private next(): void {
    for (const [organizationId, queue] of this.waiting) {
      // A stream that has no place yet keeps no short answer behind it.
      const at = queue.findIndex((waiter) => this.mayRun(waiter));
      if (at < 0) continue;
      this.waiting.delete(organizationId);
      const [waiter] = queue.splice(at, 1);
      // Behind all others for its next turn.
      if (queue.length > 0) this.waiting.set(organizationId, queue);
      this.count(waiter!, 1);
      waiter!.enter();
      return this.next();
    }
  }

  private count({ organizationId, streamed, job }: Entrant, change: 1 | -1): void {
    const changed = ({ all, streams, jobs }: Running): Running => ({
      all: all + change,
      streams: streams + (streamed ? change : 0),
      jobs: jobs + (job ? change : 0),
    });
    const own = changed(this.running.get(organizationId) ?? NOTHING);
    this.total = changed(this.total);
    if (own.all === 0) this.running.delete(organizationId);
    else this.running.set(organizationId, own);
  }

  private waitingTotal(): number {
    let total = 0;
    for (const queue of this.waiting.values()) total += queue.length;
    return total;
  }
}

const tooMany = (message: string): ServiceError => new ServiceError('resource_exhausted', message, undefined, 2);
