/** A receiver of webhooks that fails as often as it is set to, and remembers everything. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Random } from '@spanwise/telemetry/random';

/** On the loopback network, opened to the product for this run alone. */
export const RECEIVER_ADDRESS = '127.0.0.5';
const RETRY_AFTER_SECONDS = 1;
/** Shares among the failures; the rest is a plain 503. */
const CUT = 0.3;
const SAYS_WHEN = 0.1;

export interface Visit {
  /** The `webhook-id`. */
  id: string;
  /** Title of the message, which names the event. */
  event: string;
  atMs: number;
  taken: boolean;
  /** How many signatures it bore, and how many of the receiver's secrets verified it. */
  signatures: number;
  verified: number;
  /** Not before this moment is it to come again. */
  notBeforeMs?: number;
}

export class Receiver {
  readonly visits: Visit[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** `secrets`: all that a connector may sign with during the run, before, while and after they are rotated. */
  static async start(random: Random, failing: number, secrets: readonly string[]): Promise<Receiver> {
    const verifiers = secrets.map((secret) => new Webhook(secret));
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { message } = JSON.parse(text) as { message: { title: string } };
        const id = String(request.headers['webhook-id']);
        const headers = request.headers as Record<string, string>;
        const visit: Visit = {
          id,
          event: message.title,
          atMs: Date.now(),
          taken: !random.chance(failing),
          signatures: String(headers['webhook-signature'] ?? '')
            .split(' ')
            .filter(Boolean).length,
          verified: verifiers.filter((verifier) => verifies(verifier, text, headers)).length,
        };
        receiver.visits.push(visit);
        if (visit.taken) return void response.writeHead(200).end();
        // Cut: the receiver has the message, and no client knows.
        if (random.chance(CUT)) return void request.socket.destroy();
        if (!random.chance(SAYS_WHEN)) return void response.writeHead(503).end();
        visit.notBeforeMs = visit.atMs + RETRY_AFTER_SECONDS * 1_000;
        response.writeHead(503, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, RECEIVER_ADDRESS, resolve));
    const receiver = new Receiver(server, `http://${RECEIVER_ADDRESS}:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function verifies(verifier: Webhook, text: string, headers: Record<string, string>): boolean {
  try {
    verifier.verify(text, headers);
    return true;
  } catch {
    return false;
  }
}
