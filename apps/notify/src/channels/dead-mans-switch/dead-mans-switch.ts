import { describeError } from '@spanwise/host/logger';
import { startInterval } from '@spanwise/host/intervals';
import type { Host } from '@spanwise/host/service';
import type { OutboundHttp } from '../egress/http-client.js';
import { USER_AGENT } from '../providers/provider-json.js';
import { DeadMansSwitchMetrics } from './dead-mans-switch-metrics.js';

const CHECK_INTERVAL_MS = 1_000;
const PING_INTERVAL_MS = 60_000;
const TIMEOUT_MS = 5_000;
/** Rounds take a second; a process that has not ended one for so long sends no page and must fall silent. */
const MAX_EVALUATION_AGE_MS = 120_000;

export interface DeadMansSwitchOptions {
  url: string;
  /** When alert rules were last evaluated, by `clockMs`; undefined before that. */
  evaluatedMs: () => number | undefined;
  clockMs?: () => number;
}

/**
 * Says outward once a minute that alert rules are evaluated (ALERT-102): what watches it from outside hears nothing when
 * this process could not report that something is wrong. Nothing waits for it.
 */
export class DeadMansSwitch {
  private readonly clockMs: () => number;
  private lastPingMs = -Infinity;
  private loggedFault = '';

  constructor(
    private readonly options: DeadMansSwitchOptions,
    private readonly http: Pick<OutboundHttp, 'send'>,
    private readonly metrics: DeadMansSwitchMetrics,
    private readonly host: Pick<Host, 'logger' | 'shutdown'>,
  ) {
    this.clockMs = options.clockMs ?? (() => performance.now());
  }

  start(): void {
    this.host.shutdown.onStop(
      'workers',
      "dead man's switch",
      startInterval(CHECK_INTERVAL_MS, () => this.round()),
    );
  }

  /** Never rejects. */
  async round(): Promise<void> {
    const nowMs = this.clockMs();
    const evaluatedMs = this.options.evaluatedMs();
    if (nowMs - this.lastPingMs < PING_INTERVAL_MS) return;
    if (evaluatedMs === undefined || nowMs - evaluatedMs > MAX_EVALUATION_AGE_MS) return;
    this.lastPingMs = nowMs;
    try {
      await this.send();
      this.metrics.sent();
      this.loggedFault = '';
    } catch (error) {
      this.metrics.failed();
      this.log(describeError(error));
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
  private log(fault: ReturnType<typeof describeError>): void {
    if (fault.error === this.loggedFault) return;
    this.loggedFault = fault.error;
    this.host.logger.warn(fault, 'dead man’s switch: ping rejected');
  }
}
