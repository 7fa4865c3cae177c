/** Notices a product that counts or stores nothing any more, and says what can be seen of it. */
import type { Product } from '../harness/product.js';
import { query } from './log-view.js';
import { Stillness, type Progress, type StillnessLimits } from './stillness.js';

const LOOK_MS = 3_000;
/** A start takes up to a minute where many processes share two processors; what hangs still hangs after three. */
const LIMITS: StillnessLimits = { counted: 60_000, whatever: 180_000 };
const LOOK_LIMIT_MS = 10_000;
const SERVICES = ['gateway', 'iam', 'projector', 'apm', 'notify', 'nats', 'postgres'];

export class Standstill {
  private readonly stillness: Stillness;
  private readonly timer: NodeJS.Timeout;
  private looking = false;
  private giveUp!: (error: Error) => void;
  /** Rejects with a diagnosis once nothing has been counted, or nothing stored, for too long; it never resolves. */
  readonly noticed: Promise<never>;

  /** While `isQuiet` says so, nothing has to move. */
  constructor(
    private readonly product: Product,
    private readonly isQuiet: () => boolean,
    limits = LIMITS,
  ) {
    this.stillness = new Stillness(limits, performance.now());
    this.noticed = new Promise<never>((_, reject) => (this.giveUp = reject));
    this.noticed.catch(() => undefined);
    this.timer = setInterval(() => {
      if (this.looking) return;
      this.looking = true;
      void this.look().finally(() => (this.looking = false));
    }, LOOK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const progress = await withLimit(progressOf(this.product)).catch(() => undefined);
    const standing = this.stillness.look(progress, processesOf(this.product), this.isQuiet(), performance.now());
    if (standing.length === 0) return;
    this.stop();
    this.giveUp(new GaveUp(`nothing was ${standing.join(' and ')} for too long\n${await diagnosis(this.product)}`));
  }
}

/** The product stands still: there is no verdict to wait for. */
export class GaveUp extends Error {}

async function progressOf(product: Product): Promise<Progress> {
  const [row] = await query<{ counted: string; stored: string | null }>(
    product,
    `select (select coalesce(sum(counted), 0) from projector.ledger where signal = 0) || '/' ||
            (select coalesce(sum(counted), 0) from projector.ledger_days where signal = 0) as counted,
            (select o.epoch || '/' || o.seq from projector.store_offsets o join projector.shard_offsets s using (shard)
              where shard = 0 and (o.epoch, o.seq) < (s.epoch, s.seq)) as stored`,
  );
  return { counted: row.counted, stored: row.stored ?? undefined };
}

const processesOf = (product: Product): string =>
  SERVICES.map((name) => `${name} ${product.pid(name) ?? 'is not there'}`).join(', ');

async function diagnosis(product: Product): Promise<string> {
  const health = await asked(`${product.baseUrl}/api/v1/healthz`);
  const metrics = await asked(`http://127.0.0.1:${product.instance.ports.projector}/metrics`);
  const lag = metrics
    .split('\n')
    .filter((line) => /^spanwise_(store|projector|projection)_(lag|up|restarts)/.test(line));
  const words = SERVICES.map((name) => `last words of ${name}:\n${product.logTail(name)}`);
  return [`healthz: ${health}`, ...lag, `processes: ${processesOf(product)}`, ...words].join('\n');
}

const asked = (url: string): Promise<string> =>
  fetch(url, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) }).then(
    async (response) => response.text(),
    (error: Error) => `no answer: ${error.message}`,
  );

function withLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), LOOK_LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
