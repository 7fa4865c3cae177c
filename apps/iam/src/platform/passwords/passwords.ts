import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '@spanwise/contracts/base/errors';
import { passwordForms, preparedPassword } from './opaque-string.js';

/** 19 MiB and two passes are OWASP's minimum for argon2id, which is the library's default algorithm. */
export const DEFAULT_MEMORY_KIB = 19_456;
const PASSES = 2;
const AT_ONCE = 2;
const MAX_WAITING = 64;

/** Whether a password is the one of a hash; of a hash from before the profile of ACCESS-4, as it was typed then. */
export type PasswordMatch = 'prepared' | 'as typed' | 'no';

/** Hashing costs memory and a core: a gate bounds both, so that sign-ins cannot starve everything else. */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private dummy: Promise<string> | undefined;
  private readonly cost: { memoryCost: number; timeCost: number; parallelism: number };

  constructor(memoryKib = DEFAULT_MEMORY_KIB) {
    this.cost = { memoryCost: memoryKib, timeCost: PASSES, parallelism: 1 };
  }

  hash(password: string): Promise<string> {
    return this.gated(() => hash(preparedPassword(password), this.cost));
  }

  async verify(stored: string | undefined, password: string): Promise<boolean> {
    return (await this.match(stored, password)) !== 'no';
  }

  /**
   * As many verifications for every user: one, or two where the password is typed in another form than it is prepared in.
   * Without a hash a dummy is verified, and the answer is `no`.
   */
  async match(stored: string | undefined, password: string): Promise<PasswordMatch> {
    this.dummy ??= hash('no user has this password', this.cost);
    const against = stored ?? (await this.dummy);
    const forms = passwordForms(password);
    for (const form of forms) {
      const matches = await this.gated(() => verify(against, form));
      if (matches && stored !== undefined) return form === forms[0] ? 'prepared' : 'as typed';
    }
    return 'no';
  }

  private async gated<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MAX_WAITING) throw tooManyRequests('Too many sign-ins at once; try again.', 2);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}
