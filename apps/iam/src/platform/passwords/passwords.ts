import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '@spanwise/contracts/errors';

/** 19 MiB and two passes are OWASP's minimum for argon2id, which is the library's default algorithm. */
export const DEFAULT_MEMORY_KIB = 19_456;
const PASSES = 2;
const AT_ONCE = 2;
const MAX_WAITING = 64;

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
    return this.gated(() => hash(password, this.cost));
  }

  /** Exactly one verification whatever the user is: without a hash a dummy is verified, and the answer is false. */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    this.dummy ??= hash('no user has this password', this.cost);
    const against = stored ?? (await this.dummy);
    const matches = await this.gated(() => verify(against, password));
    return matches && stored !== undefined;
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
