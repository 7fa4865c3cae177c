/** Asks the product for its figures and its health every so often, whether or not it has answered the questions before. */
import type { Access } from '../harness/product.js';
import type { GapShown, HealthSample, OverviewSample, Sample } from './record.js';

const EVERY_MS = 200;
const MAX_UNDER_WAY = 100;
const TIMEOUT_MS = 40_000;
const MINUTE_MS = 60_000;
/** The range of `/health` holds the late spans too. */
const HEALTH_RANGE_MS = 6 * 3_600_000;

interface Gap {
  reason: string;
  dropped_facts: number;
}

interface Meta {
  last_complete_bucket_at: number;
  data_quality: { partial: boolean; gaps: Gap[] };
}

interface Overview {
  red: { request_count: number };
  trend: { bucket_at: number; red: { request_count: number } }[];
  meta: Meta;
}

interface Health {
  degraded: boolean;
  degraded_reasons: string[];
  runtime: {
    projector: { answering: boolean; shards: { lag_seconds: number; replaying: boolean }[] };
    rollups: { stream_time_at: number; pending_deltas?: number }[];
  };
  gaps: Gap[];
  meta: Meta;
}

export class Sampler {
  readonly samples: Sample[] = [];
  private readonly underWay = new Set<Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly access: Access,
    private readonly fromMinute: number,
  ) {}

  /** Until `stop`. */
  start(): void {
    this.timer = setInterval(() => {
      if (this.underWay.size >= MAX_UNDER_WAY) return;
      this.note(this.overview());
      this.note(this.health());
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  private note(sample: Promise<Sample>): void {
    const noted = sample.then((one) => this.samples.push(one)).finally(() => this.underWay.delete(noted));
    this.underWay.add(noted);
  }

  async overview(): Promise<OverviewSample> {
    const askedMs = Date.now();
    const answer = await this.ask<Overview>('overview', this.fromMinute * MINUTE_MS, askedMs);
    return { kind: 'overview', askedMs, ...answer, ...(answer.body && { figures: figuresOf(answer.body) }) };
  }

  async health(): Promise<HealthSample> {
    const askedMs = Date.now();
    const answer = await this.ask<Health>('health', askedMs - HEALTH_RANGE_MS, askedMs);
    return { kind: 'health', askedMs, ...answer, ...(answer.body && { says: saidIn(answer.body) }) };
  }

  private async ask<Body>(path: string, fromMs: number, toMs: number) {
    const query = `from=${fromMs * 1_000}&to=${toMs * 1_000}&resolution=minute`;
    const { status, body } = await fetch(`${this.access.baseUrl}/api/v1/apm/${path}?${query}`, {
      headers: { authorization: `Bearer ${this.access.readToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      async (response) => {
        const text = await response.text();
        return { status: response.status, body: response.status === 200 ? (JSON.parse(text) as Body) : undefined };
      },
      () => ({ status: 0, body: undefined }),
    );
    return { status, body, answeredMs: Date.now() };
  }
}

const gapsOf = (gaps: Gap[]): GapShown[] => gaps.map(({ reason, dropped_facts: dropped }) => ({ reason, dropped }));

function figuresOf({ red, trend, meta }: Overview): OverviewSample['figures'] {
  const seen = trend.filter((point) => point.red.request_count > 0);
  return {
    total: red.request_count,
    perMinute: new Map(seen.map((point) => [point.bucket_at / (MINUTE_MS * 1_000), point.red.request_count])),
    partial: meta.data_quality.partial,
    lastCompleteMs: meta.last_complete_bucket_at / 1_000,
    gaps: gapsOf(meta.data_quality.gaps),
  };
}

function saidIn({ degraded, degraded_reasons, runtime, gaps, meta }: Health): HealthSample['says'] {
  const { projector, rollups } = runtime;
  return {
    degraded,
    reasons: degraded_reasons,
    projectorAnswers: projector.answering,
    replaying: projector.shards.some((shard) => shard.replaying),
    lagSeconds: Math.max(0, ...projector.shards.map((shard) => shard.lag_seconds)),
    pendingDeltas: rollups.reduce((sum, rollup) => sum + (rollup.pending_deltas ?? Infinity), 0),
    streamTimeMs: Math.min(...rollups.map((rollup) => rollup.stream_time_at)) / 1_000,
    lastCompleteMs: meta.last_complete_bucket_at / 1_000,
    partial: meta.data_quality.partial,
    gaps: gapsOf(gaps),
  };
}
