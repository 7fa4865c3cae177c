import { describeError } from '@spanwise/host/logger';
import { startRounds } from '@spanwise/host/rounds';
import type { Host } from '@spanwise/host/service';
import type { OutboundHttp } from '../egress/http-client.js';
import { USER_AGENT } from '../providers/provider-json.js';
import { DeadManMetrics } from './dead-man-metrics.js';

const LOOK_EVERY_MS = 1_000;
const BEAT_EVERY_MS = 60_000;
const TIMEOUT_MS = 5_000;
/** Rounds take a second; whoever has not ended one for so long pages nobody, and must fall silent. */
const MAX_EVALUATION_AGE_MS = 120_000;

export interface DeadManOptions {
  url: string;
  /** When alert rules were last evaluated, by `clockMs`; undefined before that. */
  evaluatedMs: () => number | undefined;
  clockMs?: () => number;
}

/**
 * Says outward once a minute that alert rules are evaluated (ALERT-102): what watches it from outside hears nothing when
 * nobody here could say that something is wrong. Nothing waits for it.
 */
export class DeadMan {
  private readonly clockMs: () => number;
  private beatenMs = -Infinity;
  private saidFault = '';

  constructor(
    private readonly options: DeadManOptions,
    private readonly http: Pick<OutboundHttp, 'send'>,
    private readonly metrics: DeadManMetrics,
    private readonly host: Pick<Host, 'logger' | 'shutdown'>,
  ) {
    this.clockMs = options.clockMs ?? (() => performance.now());
  }

  start(): void {
    this.host.shutdown.onStop(
      'workers',
      'dead-man beat',
      startRounds(LOOK_EVERY_MS, () => this.round()),
    );
  }

  /** Never rejects. */
  async round(): Promise<void> {
    const nowMs = this.clockMs();
    const evaluatedMs = this.options.evaluatedMs();
    if (nowMs - this.beatenMs < BEAT_EVERY_MS) return;
    if (evaluatedMs === undefined || nowMs - evaluatedMs > MAX_EVALUATION_AGE_MS) return;
    this.beatenMs = nowMs;
    try {
      await this.send();
      this.metrics.sent();
      this.saidFault = '';
    } catch (error) {
      this.metrics.failed();
      this.say(describeError(error));
    }
  }

  private async send(): Promise<void> {
    const body = { product: 'spanwise', event: 'alerting.alive', sent_at_micros: Date.now() * 1_000 };
    await this.http.send({
      url: this.options.url,
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(JSON.stringify(body)),
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** Once, until it is another one. */
  private say(fault: ReturnType<typeof describeError>): void {
    if (fault.error === this.saidFault) return;
    this.saidFault = fault.error;
    this.host.logger.warn(fault, 'the dead-man beat was not taken');
  }
}
