/** The organization that must not notice the attack: it sends spans, reads its figures and asks queries all the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { makeSpan, type SpanUnit } from '../crash/workload.js';
import { post } from '../crash/client.js';
import { call } from '../harness/http.js';
import { quantile } from '../harness/quantile.js';
import type { Access } from '../harness/product.js';

export const VICTIM_MARK = 'victim5d0b';
const EVERY_MS = 200;
const SPANS = 3;
const LOOK_EVERY_MS = 100;
const ASK_EVERY_MS = 1_000;
const AGAIN_MS = 100;
/** What does not come for so long does not come any more. */
const GIVE_UP_MS = 300_000;
/** So long a query that is refused for a moment is asked again. */
const ASK_AGAIN_MS = 100_000;

interface Batch {
  /** Spans sent up to and with this one. */
  upTo: number;
  sentMs: number;
  visibleMs?: number;
}

interface Overview {
  red: { request_count: number; error_count: number };
}

export interface VictimFigures {
  faults: string[];
  sent: { requests: number; errors: number };
  /** As the API answers them in the end. */
  counted: { requests: number; errors: number };
  stored: number;
  visibleP99Ms: number;
  slowestQueryMs: number;
  /** The longest time in which no stored span was added. */
  storingPausedMs: number;
}

export class Victim {
  private readonly faults: string[] = [];
  private readonly batches: Batch[] = [];
  private readonly startedMs = Date.now();
  private readonly sent = { requests: 0, errors: 0 };
  private counted = { requests: 0, errors: 0 };
  private readonly queryMs = [0];
  private stopped = false;
  private stored = { spans: 0, sinceMs: performance.now(), pausedMs: 0 };
  private readonly sending: Promise<void>;
  private readonly reading: Promise<unknown>;

  constructor(
    private readonly access: Access,
    seed: string,
  ) {
    this.sending = this.send(new Random(`victim ${seed}`));
    this.reading = Promise.all([this.look(), this.ask()]);
  }

  /** Stops, waits until everything is visible and stored, and says what was seen. */
  async finish(): Promise<VictimFigures> {
    this.stopped = true;
    await this.sending;
    await this.reading;
    const deadline = performance.now() + GIVE_UP_MS;
    while ((await this.storedSpans()) !== this.sent.requests && performance.now() < deadline) await sleep(500);
    const waits = this.batches.map(({ sentMs, visibleMs = Infinity }) => visibleMs - sentMs);
    return {
      faults: this.faults,
      sent: this.sent,
      counted: this.counted,
      stored: this.stored.spans,
      visibleP99Ms: quantile(waits, 0.99),
      slowestQueryMs: Math.max(...this.queryMs),
      storingPausedMs: this.stored.pausedMs,
    };
  }

  private async send(random: Random): Promise<void> {
    const sending = {
      baseUrl: this.access.baseUrl,
      token: this.access.intakeToken,
      namespace: VICTIM_MARK,
      random,
    };
    for (; !this.stopped; await sleep(EVERY_MS)) {
      const start = BigInt(Date.now()) * 1_000_000n;
      const units = Array.from({ length: SPANS }, (): SpanUnit => {
        const error = random.chance(0.05);
        if (error) this.sent.errors++;
        return { service: `${VICTIM_MARK}-service`, span: makeSpan(random, start, error) };
      });
      this.sent.requests += SPANS;
      const sentMs = performance.now();
      this.batches.push({ upTo: this.sent.requests, sentMs });
      // A span is sent with the same ids until it is taken: twice taken, it counts once.
      for (let outcome = await post(units, sending); !outcome.taken; outcome = await post(units, sending)) {
        if (performance.now() > sentMs + GIVE_UP_MS) return void this.faults.push('spans were not taken any more');
        await sleep(Math.min(outcome.retryAfterMs, AGAIN_MS));
      }
    }
  }

  private async look(): Promise<void> {
    for (let giveUpMs = Infinity; !this.stopped || this.counted.requests < this.sent.requests;) {
      const { status, text } = await this.read('GET', this.overviewPath());
      if (status === 200) {
        const { red } = JSON.parse(text) as Overview;
        this.counted = { requests: red.request_count, errors: red.error_count };
      } else this.faults.push(`figures were answered with ${status}: ${text.slice(0, 200)}`);
      const nowMs = performance.now();
      for (const batch of this.batches) if (batch.upTo <= this.counted.requests) batch.visibleMs ??= nowMs;
      if (this.stopped) giveUpMs = Math.min(giveUpMs, nowMs + GIVE_UP_MS);
      if (nowMs > giveUpMs) return;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async ask(): Promise<void> {
    for (; !this.stopped; await sleep(ASK_EVERY_MS)) {
      const startedMs = performance.now();
      await this.storedSpans();
      this.queryMs.push(performance.now() - startedMs);
    }
  }

  /** Before the first spans are stored there is no stream of traces. */
  private async storedSpans(): Promise<number> {
    const statement = `select count(*), count(distinct trace_id || span_id) from traces."default" where "service.namespace" = '${VICTIM_MARK}'`;
    const time_range = { start: (this.startedMs - 60_000) * 1_000, end: (Date.now() + 60_000) * 1_000 };
    const { status, text } = await this.answerTo({ language: 'sql', statement, time_range });
    if (status === 200) {
      const [rows, spans] = (JSON.parse(text) as { rows: number[][] }).rows[0]!;
      if (rows !== spans) this.faults.push(`${rows} rows are stored of ${spans} spans`);
      this.noteStored(rows!);
    } else if (status === 400 && text.includes('There is no stream')) this.noteStored(0);
    else this.faults.push(`a query was answered with ${status}: ${text.slice(0, 160)}`);
    return this.stored.spans;
  }

  private noteStored(spans: number): void {
    const { sinceMs, pausedMs } = this.stored;
    const nowMs = performance.now();
    const goesOn = spans > this.stored.spans || spans >= this.counted.requests;
    this.stored = {
      spans,
      sinceMs: goesOn ? nowMs : sinceMs,
      pausedMs: goesOn ? pausedMs : Math.max(pausedMs, nowMs - sinceMs),
    };
  }

  /**
   * A query that is refused for a moment is asked again; so is one that ran for the few seconds that statements have in this
   * scenario, which on a busy machine says nothing of the attack.
   */
  private async answerTo(query: object) {
    for (const deadline = performance.now() + ASK_AGAIN_MS; ; await sleep(AGAIN_MS)) {
      const answer = await this.read('POST', '/api/v1/query', query);
      const isForNow = answer.status === 503 || (answer.status === 429 && answer.text.includes('The query ran for'));
      if (!isForNow || performance.now() > deadline) return answer;
    }
  }

  private overviewPath = (): string =>
    `/api/v1/apm/overview?namespace=${VICTIM_MARK}&from=${(this.startedMs - 60_000) * 1_000}&to=${(Date.now() + 60_000) * 1_000}`;

  private read = (method: string, path: string, body?: object) =>
    call(this.access.baseUrl, method, path, this.access.readToken, body).catch((error: Error) => ({
      status: 0,
      text: String(error),
    }));
}
