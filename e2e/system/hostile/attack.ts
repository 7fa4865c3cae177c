/** Sends the attacker's requests, a few at a time, and looks at every answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerFaults, BOUNDS_MS, type Answer, type Forbidden } from './answers.js';
import type { GrpcCaller } from './grpc-caller.js';
import type { Organization } from './scene.js';
import type { Shot } from './shot.js';

/** After the longest time that an answer may take it is not waited for any more. */
const PATIENCE = 1.5;
/** An answer is looked at up to here; the rest is read and thrown away. */
const MAX_TEXT = 8 * 1024 * 1024;
const AGAIN_MS = 250;
/** A request that is refused for a while is sent again so often: what was never taken proves nothing. */
const ATTEMPTS = 6;

export interface Fault {
  what: string;
  says: string;
}

export interface AttackTotals {
  sent: number;
  /** By status. */
  statuses: Map<number, number>;
  slowestMs: number;
  slowest: string;
  /** Requests that were refused for a while until the end. */
  never: number;
}

export class Attack {
  readonly faults: Fault[] = [];
  /** How often requests were sent that name new streams, by what their streams' names begin with. */
  readonly sentByPrefix = new Map<string, number>();
  readonly totals: AttackTotals = { sent: 0, statuses: new Map(), slowestMs: 0, slowest: '', never: 0 };

  constructor(
    private readonly baseUrl: string,
    private readonly forbidden: Forbidden,
    /** How many times as long as promised an answer may take here. */
    private readonly slowness: () => number,
    private readonly grpc?: GrpcCaller,
  ) {}

  /** All of them, `connections` at a time; ends when each was answered. */
  async run(shots: Iterable<Shot>, attacker: Organization, connections: number): Promise<void> {
    const waiting = shots[Symbol.iterator]();
    const connection = async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await this.fire(next.value, attacker);
    };
    await Promise.all(Array.from({ length: connections }, connection));
  }

  /** The last answer to a request. */
  async fire(shot: Shot, attacker: Organization): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      if (shot.streamPrefix !== undefined)
        this.sentByPrefix.set(shot.streamPrefix, (this.sentByPrefix.get(shot.streamPrefix) ?? 0) + 1);
      const answer = await this.send(shot, attacker.tokens[shot.as]);
      this.note(shot, answer);
      // A query that was refused for its greed is refused again.
      const again = shot.kind === 'telemetry' && (answer.status === 429 || answer.status === 503);
      if (!again) return answer;
      if (attempt === ATTEMPTS) {
        this.totals.never++;
        return answer;
      }
      await sleep(Math.min(2_000, Number(answer.retryAfter ?? 0) * 1_000) || AGAIN_MS);
    }
  }

  /** Counts what another has seen. */
  add({ faults, totals }: Attack): void {
    this.faults.push(...faults);
    this.totals.sent += totals.sent;
    this.totals.never += totals.never;
    for (const [status, count] of totals.statuses)
      this.totals.statuses.set(status, (this.totals.statuses.get(status) ?? 0) + count);
    if (totals.slowestMs > this.totals.slowestMs)
      [this.totals.slowestMs, this.totals.slowest] = [totals.slowestMs, totals.slowest];
  }

  private note(shot: Shot, answer: Answer): void {
    const { totals } = this;
    totals.sent++;
    totals.statuses.set(answer.status, (totals.statuses.get(answer.status) ?? 0) + 1);
    if (answer.tookMs > totals.slowestMs) [totals.slowestMs, totals.slowest] = [answer.tookMs, shot.what];
    for (const says of answerFaults(shot, answer, this.forbidden, this.slowness()))
      this.faults.push({ what: shot.what, says });
  }

  private async send(shot: Shot, token: string | undefined): Promise<Answer> {
    const startedMs = performance.now();
    const timeoutMs = Math.ceil(BOUNDS_MS[shot.kind] * PATIENCE * this.slowness());
    const answer = await (shot.grpc ? this.grpc!.call(shot, token, timeoutMs) : this.fetch(shot, token, timeoutMs));
    return { ...answer, tookMs: performance.now() - startedMs };
  }

  private async fetch(
    { method, path, headers, body }: Shot,
    token: string | undefined,
    timeoutMs: number,
  ): Promise<Omit<Answer, 'tookMs'>> {
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && method !== 'GET' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'manual',
      });
      const text = await firstOf(response);
      return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
    } catch (error) {
      const says = error instanceof Error ? `${error.name} ${String(error.cause ?? error.message)}` : 'broken off';
      return { status: 0, text: says, retryAfter: null };
    }
  }
}

async function firstOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    if (length < MAX_TEXT) pieces.push(piece as Uint8Array);
    length += (piece as Uint8Array).length;
  }
  return Buffer.concat(pieces).toString();
}
