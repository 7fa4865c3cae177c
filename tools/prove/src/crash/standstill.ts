/** Notices a product that counts or stores nothing any more, and says what can be seen of it. */
import type { Product } from '../product.js';
import { query } from './log-view.js';

const LOOK_MS = 3_000;
/** A start takes a minute where many processes share two processors; what hangs still hangs after three. */
const LIMIT_MS = 180_000;
const LOOK_LIMIT_MS = 10_000;
const SERVICES = ['gateway', 'iam', 'projector', 'apm', 'notify', 'nats', 'postgres'];

/** What has to move while there is something to count and to store. */
interface Position {
  counted: string;
  /** Undefined while everything that was counted is stored. */
  stored: string | undefined;
}

export class Standstill {
  private countedAtMs = performance.now();
  private storedAtMs = performance.now();
  private last: Position = { counted: '', stored: undefined };
  private readonly timer: NodeJS.Timeout;
  private looking = false;
  private giveUp!: (error: Error) => void;
  /** Rejects with a diagnosis once nothing has been counted, or nothing stored, for too long; it never resolves. */
  readonly noticed: Promise<never>;

  /** While `isQuiet` says so, nothing has to move. */
  constructor(
    private readonly product: Product,
    private readonly isQuiet: () => boolean,
    private readonly limitMs = LIMIT_MS,
  ) {
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
    const position = await withLimit(positionOf(this.product)).catch(() => this.last);
    const nowMs = performance.now();
    if (this.isQuiet() || position.counted !== this.last.counted) this.countedAtMs = nowMs;
    if (this.isQuiet() || position.stored === undefined || position.stored !== this.last.stored)
      this.storedAtMs = nowMs;
    this.last = position;
    const still = [
      ...(nowMs - this.countedAtMs > this.limitMs ? ['counted'] : []),
      ...(nowMs - this.storedAtMs > this.limitMs ? ['stored'] : []),
    ];
    if (still.length === 0) return;
    this.stop();
    const seconds = (this.limitMs / 1_000).toFixed(0);
    this.giveUp(new GaveUp(`nothing was ${still.join(' and ')} for ${seconds} s\n${await diagnosis(this.product)}`));
  }
}

/** The product stands still: there is no verdict to wait for. */
export class GaveUp extends Error {}

async function positionOf(product: Product): Promise<Position> {
  const [row] = await query<{ counted: string; stored: string | null }>(
    product,
    `select (select coalesce(sum(counted), 0) from projector.ledger where signal = 0) || '/' ||
            (select coalesce(sum(counted), 0) from projector.ledger_days where signal = 0) as counted,
            (select o.epoch || '/' || o.seq from projector.store_offsets o join projector.shard_offsets s using (shard)
              where shard = 0 and (o.epoch, o.seq) < (s.epoch, s.seq)) as stored`,
  );
  return { counted: row.counted, stored: row.stored ?? undefined };
}

async function diagnosis(product: Product): Promise<string> {
  const health = await asked(`${product.baseUrl}/api/v1/healthz`);
  const metrics = await asked(`http://127.0.0.1:${product.instance.ports.projector}/metrics`);
  const lag = metrics
    .split('\n')
    .filter((line) => /^spanwise_(store|projector|projection)_(lag|up|restarts)/.test(line));
  const pids = SERVICES.map((name) => `${name} ${product.pid(name) ?? 'is not there'}`);
  const words = SERVICES.map((name) => `last words of ${name}:\n${product.logTail(name)}`);
  return [`healthz: ${health}`, ...lag, `processes: ${pids.join(', ')}`, ...words].join('\n');
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
