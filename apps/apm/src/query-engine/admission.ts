import { ServiceError } from '@spanwise/contracts/errors';

export interface AdmissionLimits {
  /** Queries that run at once. */
  running: number;
  runningPerOrganization: number;
  waitingPerOrganization: number;
  waiting: number;
  longestWaitMs: number;
}

interface Waiter {
  enter: () => void;
  refuse: (error: Error) => void;
}

/**
 * Who may run: places go round the organizations that wait, so that one with many queries gets no more than its share
 * while others want theirs. The last place is for an organization that runs nothing.
 */
export class Admission {
  private readonly running = new Map<string, number>();
  /** In the order in which organizations have their turns. */
  private readonly waiting = new Map<string, Waiter[]>();
  private total = 0;

  constructor(private readonly limits: AdmissionLimits) {}

  get state(): { running: number; waiting: number } {
    return { running: this.total, waiting: this.waitingTotal() };
  }

  /**
   * A place; call the result once to give it back. Throws `resource_exhausted` when too many wait, or for too long, unless
   * the caller is patient.
   */
  async enter(organizationId: string, signal?: AbortSignal, patient = false): Promise<() => void> {
    if (!this.mayRun(organizationId)) await this.wait(organizationId, signal, patient);
    else this.count(organizationId, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.count(organizationId, -1);
      this.next();
    };
  }

  private mayRun(organizationId: string): boolean {
    const own = this.running.get(organizationId) ?? 0;
    const ofOthers = own === 0 ? 0 : 1;
    return this.total < this.limits.running - ofOthers && own < this.limits.runningPerOrganization;
  }

  private wait(organizationId: string, signal: AbortSignal | undefined, patient: boolean): Promise<void> {
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
      if (!this.mayRun(organizationId)) continue;
      this.waiting.delete(organizationId);
      const waiter = queue.shift()!;
      // Behind all others for its next turn.
      if (queue.length > 0) this.waiting.set(organizationId, queue);
      this.count(organizationId, 1);
      waiter.enter();
      return this.next();
    }
  }

  private count(organizationId: string, change: 1 | -1): void {
    this.total += change;
    const own = (this.running.get(organizationId) ?? 0) + change;
    if (own === 0) this.running.delete(organizationId);
    else this.running.set(organizationId, own);
  }

  private waitingTotal(): number {
    let total = 0;
    for (const queue of this.waiting.values()) total += queue.length;
    return total;
  }
}

const tooMany = (message: string): ServiceError => new ServiceError('resource_exhausted', message, undefined, 2);
