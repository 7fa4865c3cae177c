/** The organization that nothing may happen to: it sends spans, looks at its figures and asks queries all the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { makeSpan, type SpanUnit } from '../crash/workload.js';
import { post, type Sending } from '../crash/client.js';
import { quantile } from '../identity/quantile.js';
import type { Access } from '../harness/product.js';

export const VICTIM_MARK = 'victim5d0b';
const EVERY_MS = 200;
const SPANS = 3;
const LOOK_EVERY_MS = 100;
const ASK_EVERY_MS = 1_000;
const ANSWER_MS = 30_000;
const AGAIN_MS = 100;
const SETTLE_MS = 30_000;
/** How long anything may take for the victim: until a span is in its figures, and each of its queries. */
export const PROMISES = { visibleP99Ms: 3_000, queryMs: 10_000 };
/** While a projector takes over from another, which is no attack, figures may stand still for so long. */
const TAKEOVER_MS = 30_000;
/** What came in before may wait for the end of it. */
const BEFORE_MS = 5_000;
/** Spans are stored a few seconds after they are counted. */
const STORED_MS = 25_000;

interface Batch {
  /** Spans sent up to and with this one. */
  upTo: number;
  sentMs: number;
  /** When the answer of success came. */
  takenMs?: number;
  visibleMs?: number;
}

interface Overview {
  red: { request_count: number; error_count: number };
}

export interface VictimFigures {
  faults: string[];
  spans: number;
  visibleP50Ms: number;
  visibleP99Ms: number;
  slowestVisibleMs: number;
  /** Of the above, until the answer of success. */
  takenP99Ms: number;
  /** Of an answer with its figures. */
  lookP99Ms: number;
  /** The longest while one projector took over from another. */
  takeoverMs: number;
  /** When waits longer than the promise began, in seconds after the start. */
  longWaitsAtS: number[];
  refusedSends: number;
  queries: number;
  slowestQueryMs: number;
}

export class Victim {
  private readonly faults: string[] = [];
  private readonly batches: Batch[] = [];
  private readonly sending: Sending;
  private readonly startedMs = Date.now();
  private spans = 0;
  private errors = 0;
  private refused = 0;
  private readonly queryMs: number[] = [];
  private readonly lookMs: number[] = [];
  private stopped = false;
  private silent = false;
  private counted = 0;
  /** When rows were last seen to come, or to be all that there are. */
  private stored = { spans: 0, atMs: performance.now(), said: false };
  private readonly loops: Promise<void>[];
  private takeover = { fromMs: Infinity, toMs: Infinity };

  constructor(
    private readonly access: Access,
    seed: string,
    /** How many times as long as promised anything may take here. */
    private readonly slowness: () => number,
  ) {
    this.sending = {
      baseUrl: access.baseUrl,
      token: access.intakeToken,
      namespace: VICTIM_MARK,
      random: new Random(`victim ${seed}`),
    };
    this.loops = [this.send(), this.look(), this.ask()];
    for (const loop of this.loops) loop.catch(() => undefined);
  }

  /** Everything that was sent so far is visible. */
  async whole(): Promise<void> {
    const deadline = performance.now() + SETTLE_MS * this.slowness();
    const sent = this.spans;
    while (this.counted < sent && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
  }

  /** Something that is no attack begins: what is sent until its end is judged by itself. */
  async takeoverBegins(): Promise<void> {
    this.takeover = { fromMs: performance.now() - BEFORE_MS, toMs: Infinity };
  }

  async takeoverEnds(): Promise<void> {
    await this.whole();
    this.takeover.toMs = performance.now();
  }

  /** Whether queries are begun. */
  async asks(does: boolean): Promise<void> {
    this.stored.atMs = performance.now();
    this.silent = !does;
  }

  /** Stops, waits until everything is visible and stored, and says what was wrong. */
  async finish(): Promise<VictimFigures> {
    this.stopped = true;
    await this.loops[0].catch((error: Error) => this.faults.push(error.message));
    await this.whole();
    await this.loops[1];
    await this.loops[2];
    await this.judgeFigures();
    const waits = (batches: Batch[]) =>
      batches.map(({ sentMs, visibleMs }) => (visibleMs ?? Number.POSITIVE_INFINITY) - sentMs);
    const inTakeover = ({ sentMs }: Batch) => sentMs >= this.takeover.fromMs && sentMs <= this.takeover.toMs;
    const visible = waits(this.batches.filter((batch) => !inTakeover(batch)));
    const figures: VictimFigures = {
      faults: this.faults,
      spans: this.spans,
      visibleP50Ms: quantile(visible, 0.5),
      visibleP99Ms: quantile(visible, 0.99),
      slowestVisibleMs: Math.max(...visible),
      takenP99Ms: quantile(
        this.batches.map(({ sentMs, takenMs }) => (takenMs ?? Number.POSITIVE_INFINITY) - sentMs),
        0.99,
      ),
      lookP99Ms: quantile(this.lookMs, 0.99),
      longWaitsAtS: this.longWaits(),
      takeoverMs: Math.max(0, ...waits(this.batches.filter(inTakeover))),
      refusedSends: this.refused,
      queries: this.queryMs.length,
      slowestQueryMs: Math.max(0, ...this.queryMs),
    };
    if (figures.takeoverMs > TAKEOVER_MS * this.slowness())
      this.faults.push(`figures stood still for ${figures.takeoverMs.toFixed(0)} ms while projectors took over`);
    const bound = PROMISES.visibleP99Ms * this.slowness();
    if (figures.visibleP99Ms > bound)
      this.faults.push(`the p99 of visible is ${figures.visibleP99Ms.toFixed(0)} ms, more than ${bound.toFixed(0)}`);
    return figures;
  }

  /** One of waits that overlap. */
  private longWaits(): number[] {
    const found: number[] = [];
    let endMs = -1;
    for (const { sentMs, visibleMs = Number.POSITIVE_INFINITY } of this.batches) {
      if (visibleMs - sentMs <= PROMISES.visibleP99Ms) continue;
      if (sentMs > endMs) found.push(Math.round((sentMs - this.batches[0].sentMs) / 1_000));
      endMs = Math.max(endMs, visibleMs);
    }
    return found;
  }

  private async send(): Promise<void> {
    while (!this.stopped) {
      const { random } = this.sending;
      const start = BigInt(Date.now()) * 1_000_000n;
      const units = Array.from({ length: SPANS }, (): SpanUnit & { error: boolean } => {
        const error = random.chance(0.05);
        return { service: `${VICTIM_MARK}-service`, span: makeSpan(random, start, error), error };
      });
      this.spans += SPANS;
      this.errors += units.filter(({ error }) => error).length;
      this.batches.push({ upTo: this.spans, sentMs: performance.now() });
      for (const deadline = performance.now() + SETTLE_MS * this.slowness(); ;) {
        // A span is sent with the same ids until it is taken: twice taken, it counts once.
        const outcome = await post(units, this.sending);
        if (outcome.taken) {
          this.batches.at(-1)!.takenMs = performance.now();
          break;
        }
        this.refused++;
        if (performance.now() > deadline) throw new Error('its spans were not taken any more');
        await sleep(Math.min(outcome.retryAfterMs, AGAIN_MS));
      }
      await sleep(EVERY_MS);
    }
  }

  private async look(): Promise<void> {
    while (!this.stopped || this.counted < this.spans) {
      const askedMs = performance.now();
      const { status, body, text } = await this.get<Overview>(this.overviewPath());
      if (status === 200) this.counted = body!.red.request_count;
      else this.faults.push(`its figures were answered with ${status}: ${text.slice(0, 200)}`);
      const nowMs = performance.now();
      this.lookMs.push(nowMs - askedMs);
      for (const batch of this.batches) if (batch.upTo <= this.counted) batch.visibleMs ??= nowMs;
      if (this.stopped && nowMs - this.batches.at(-1)!.sentMs > SETTLE_MS * this.slowness()) return;
      await sleep(Math.max(0, LOOK_EVERY_MS - (nowMs - askedMs)));
    }
  }

  private async ask(): Promise<void> {
    for (; !this.stopped; await sleep(ASK_EVERY_MS)) {
      if (this.silent) continue;
      const startedMs = performance.now();
      const answer = await this.storedSpans();
      const tookMs = performance.now() - startedMs;
      this.queryMs.push(tookMs);
      if (answer === undefined) this.faults.push(`a query of its own was not answered after ${tookMs.toFixed(0)} ms`);
      else this.noteStored(answer);
      const bound = PROMISES.queryMs * this.slowness();
      if (answer !== undefined && tookMs > bound)
        this.faults.push(`a query of its own took ${tookMs.toFixed(0)} ms, more than ${bound.toFixed(0)}`);
    }
  }

  private noteStored(spans: number): void {
    const nowMs = performance.now();
    if (spans > this.stored.spans || spans >= this.counted) this.stored = { ...this.stored, spans, atMs: nowMs };
    if (this.stored.said || nowMs - this.stored.atMs < STORED_MS * this.slowness()) return;
    this.stored.said = true;
    this.faults.push(
      `nothing was stored for ${((nowMs - this.stored.atMs) / 1_000).toFixed(0)} s: ${spans} of the ${this.counted} spans that are counted`,
    );
  }

  /** Figures and rows are those of what was sent. */
  private async judgeFigures(): Promise<void> {
    const { body } = await this.get<Overview>(this.overviewPath());
    const { request_count: requests = -1, error_count: errors = -1 } = body?.red ?? {};
    if (requests !== this.spans || errors !== this.errors)
      this.faults.push(
        `its figures say ${requests} requests and ${errors} errors, and ${this.spans} and ${this.errors} were sent`,
      );
    if (requests !== this.spans) return;
    const deadline = performance.now() + SETTLE_MS * this.slowness();
    let stored = await this.storedSpans();
    while (stored !== this.spans && performance.now() < deadline) {
      await sleep(500);
      stored = await this.storedSpans();
    }
    if (stored !== this.spans) this.faults.push(`${stored} spans are stored, and ${this.spans} were sent`);
  }

  private overviewPath = (): string =>
    `/api/v1/apm/overview?namespace=${VICTIM_MARK}&from=${(this.startedMs - 60_000) * 1_000}&to=${(Date.now() + 60_000) * 1_000}`;

  /** Undefined: no answer. Before the first spans are stored there is no stream of traces. */
  private async storedSpans(): Promise<number | undefined> {
    const statement = `select count(*), count(distinct trace_id || span_id) from traces."default" where "service.namespace" = '${VICTIM_MARK}'`;
    const range = { start: (this.startedMs - 60_000) * 1_000, end: (Date.now() + 60_000) * 1_000 };
    const { status, body, text } = await this.answerTo({ language: 'sql', statement, time_range: range });
    if (status === 400 && text.includes('There is no stream')) return 0;
    if (status !== 200) {
      this.faults.push(`a query of its own was answered with ${status}: ${text.slice(0, 160)}`);
      return undefined;
    }
    const [[rows, spans]] = body!.rows;
    if (rows !== spans) this.faults.push(`${rows} rows are stored of ${spans} spans`);
    return Number(rows);
  }

  /**
   * A query that is refused for a moment is asked again, as long as its answer may take; so is one that ran for the few
   * seconds that statements have in this proof, which on a busy machine says nothing of the attack.
   */
  private async answerTo(query: object) {
    const deadline = performance.now() + PROMISES.queryMs * this.slowness();
    for (;;) {
      const answer = await this.call<{ rows: number[][] }>('POST', '/api/v1/query', query);
      const isForNow = answer.status === 503 || (answer.status === 429 && answer.text.includes('The query ran for'));
      if (!isForNow || performance.now() > deadline) return answer;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private get = <T>(path: string) => this.call<T>('GET', path);

  private async call<T>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body?: T; text: string }> {
    try {
      const response = await fetch(`${this.access.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.access.readToken}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(Math.ceil(ANSWER_MS * this.slowness())),
      });
      const text = await response.text();
      return { status: response.status, text, ...(response.ok && { body: JSON.parse(text) as T }) };
    } catch (error) {
      return { status: 0, text: `${String(error)} ${String((error as Error).cause ?? '')}` };
    }
  }
}
