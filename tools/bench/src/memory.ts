/** Resident memory of the product's processes: their peaks during a run, and whether it grows over a soak. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@spanwise/e2e/system/harness/product';
import type { Client } from './client.js';
import { sendPaced } from './intake.js';
import { makeBodies, SPANS_PER_REQUEST } from './load.js';
import { residentMiB } from './measure.js';
import type { Report } from './report.js';

const SERVICES = ['gateway', 'iam', 'apm', 'notify', 'projector'] as const;
type Service = (typeof SERVICES)[number];
const SAMPLE_MS = 500;
const MINUTE_MS = 60_000;
/** Bodies of this many seconds are made ahead of being sent. */
const SLICE_SECONDS = 5;
/** Exporters send spans some seconds after they began. */
const EXPORT_DELAY_MS = 10_000;
const TARGET_MIB: Partial<Record<Service, number>> = { gateway: 200 };
const DEFAULT_TARGET_MIB = 300;

export class MemoryPeaks {
  private readonly peaks = new Map<Service, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly product: Product) {
    this.timer = setInterval(() => this.sample(), SAMPLE_MS);
  }

  stop(report: Report, when: string): void {
    clearInterval(this.timer);
    this.sample();
    for (const [service, product] of this.peaks) {
      const target = `<= ${TARGET_MIB[service] ?? DEFAULT_TARGET_MIB}`;
      report.add(`memory of ${service} at most, ${when}`, { product, target, digits: 0, unit: 'MiB' });
    }
  }

  private sample(): void {
    for (const service of SERVICES) {
      const used = residentMiB(this.product.pid(service)!);
      this.peaks.set(service, Math.max(used, this.peaks.get(service) ?? 0));
    }
  }
}

/** Sends half of what the product takes for some minutes and prints every process's memory each minute, and its slope. */
export async function soak(client: Client, report: Report, spansPerSecond: number, minutes: number): Promise<void> {
  const requestsPerSecond = spansPerSecond / SPANS_PER_REQUEST;
  const samples: { minute: number; used: Map<Service, number> }[] = [];
  const started = performance.now();
  const elapsedMinutes = () => (performance.now() - started) / MINUTE_MS;
  const watch = (async () => {
    for (let minute = 1; minute <= minutes; minute++) {
      await sleep(Math.max(0, minute * MINUTE_MS - (performance.now() - started)));
      const used = new Map(SERVICES.map((service) => [service, residentMiB(client.product.pid(service)!)]));
      samples.push({ minute, used });
      console.log(
        `  minute ${minute}: ${[...used].map(([service, mib]) => `${service} ${mib.toFixed(0)}`).join(', ')} MiB`,
      );
    }
  })();
  let slice = 0;
  let sent = 0;
  while (elapsedMinutes() < minutes) {
    const count = Math.max(1, Math.round(requestsPerSecond * SLICE_SECONDS));
    const bodies = makeBodies(`soak-${slice++}`, count, { spreadMs: EXPORT_DELAY_MS, gzipLevel: 1 });
    await sendPaced(client, bodies, requestsPerSecond);
    sent += bodies.length * SPANS_PER_REQUEST;
  }
  await watch;
  report.add('soak: spans a second', { product: sent / (elapsedMinutes() * 60), digits: 0 });
  // The first third warms caches and the heap.
  const steady = samples.slice(Math.floor(samples.length / 3));
  for (const service of SERVICES) {
    const points = steady.map(({ minute, used }) => [minute, used.get(service)!] as const);
    const last = points.at(-1)?.[1] ?? Number.NaN;
    report.add(`soak: memory of ${service} at the end`, { product: last, digits: 0, unit: 'MiB' });
    report.add(`soak: growth of ${service} an hour`, { product: slope(points) * 60, digits: 1, unit: 'MiB' });
  }
}

/** Least squares, y for each x. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
