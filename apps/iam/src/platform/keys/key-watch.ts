import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { KEYS_CHANGED_SUBJECT } from '@spanwise/contracts/authz/invalidation';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { SIGNS_AFTER_MS, SigningKeys } from './signing-keys.js';

const SWEEP_MS = 600_000;

/**
 * Keeps the keys of this process those of the database: another process may have changed them, and a new key begins to
 * sign some seconds after it was made. Forgets old sign-in counters on the way.
 */
@Injectable()
export class KeyWatch {
  constructor(
    private readonly keys: SigningKeys,
    private readonly limits: SignInLimits,
    private readonly bus: Bus,
    private readonly host: Host,
  ) {}

  start(): void {
    const quietly = (work: Promise<void>, what: string) =>
      void work.catch((error: unknown) => this.host.logger.warn(describeError(error), what));
    const load = () => quietly(this.keys.load(), 'signing keys: failed to load');
    const subscription = this.bus.connection.subscribe(KEYS_CHANGED_SUBJECT, { callback: load });
    const timers = [
      setInterval(load, SIGNS_AFTER_MS),
      setInterval(() => quietly(this.limits.sweep(), 'sign-in limits: failed to delete expired counters'), SWEEP_MS),
    ];
    this.host.shutdown.onStop('workers', 'signing keys', async () => {
      for (const timer of timers) clearInterval(timer);
      if (!subscription.isClosed()) subscription.unsubscribe();
    });
  }
}
