/** Sends an attacker's requests, a few at a time, and checks every answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Organization } from '../harness/organizations.js';
import { answerFaults, BOUNDS_MS, type Answer, type Forbidden } from './answers.js';
import type { GrpcCaller } from './grpc-caller.js';
import type { Request } from './request.js';

/** After so many times the longest time of an answer it is not waited for any more. */
const GIVE_UP = 1.5;
/** An answer is looked at up to here; the rest is read and thrown away. */
const MAX_TEXT = 8 * 1024 * 1024;
const AGAIN_MS = 250;
/** A request that is refused for a while is sent again so often: what was never taken proves nothing. */
const ATTEMPTS = 6;

export class Attack {
  readonly faults: string[] = [];
  readonly statuses = new Map<number, number>();

  constructor(
    private readonly baseUrl: string,
    private readonly forbidden: Forbidden,
    /** How many times as long as promised an answer may take here. */
    private readonly patience: number,
    private readonly grpc?: GrpcCaller,
  ) {}

  /** All of them, `connections` at a time; ends when each was answered. */
  async run(requests: Iterable<Request>, attacker: Organization, connections: number): Promise<void> {
    const waiting = requests[Symbol.iterator]();
    const connection = async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await this.send(next.value, attacker);
    };
    await Promise.all(Array.from({ length: connections }, connection));
  }

  /** The last answer to a request. */
  async send(request: Request, attacker: Organization): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const startedMs = performance.now();
      const timeoutMs = Math.ceil(BOUNDS_MS[request.kind] * GIVE_UP * this.patience);
      const token = attacker.tokens[request.as];
      const came = await (request.grpc
        ? this.grpc!.call(request, token, timeoutMs)
        : this.fetch(request, token, timeoutMs));
      const answer = { ...came, tookMs: performance.now() - startedMs };
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      for (const fault of answerFaults(request, answer, this.forbidden, this.patience))
        this.faults.push(`${fault} <- ${request.what}`);
      // A query that was refused for its greed is refused again.
      const again = request.kind === 'telemetry' && (answer.status === 429 || answer.status === 503);
      if (!again || attempt === ATTEMPTS) return answer;
      await sleep(Math.min(2_000, Number(answer.retryAfter ?? 0) * 1_000) || AGAIN_MS);
    }
  }

  private async fetch(
    { method, path, headers, body }: Request,
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
      return {
        status: response.status,
        text: await firstOf(response),
        retryAfter: response.headers.get('retry-after'),
      };
    } catch (error) {
      const text = error instanceof Error ? `${error.name} ${String(error.cause ?? error.message)}` : 'broken off';
      return { status: 0, text, retryAfter: null };
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
