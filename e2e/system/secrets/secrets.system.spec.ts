/**
 * 200 canaries as secrets of connectors of every type, URLs, passwords and codes go through a product, to receivers that send them
 * back. None may be in what the product answers, writes or stores.
 */
// A product of its own: all that it writes and stores is searched.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayBus } from '../harness/gateway-bus.js';
import { Product } from '../harness/product.js';
import { Receivers } from '../harness/receivers.js';
import { scenarioFlags } from '../harness/scenario.js';
import { Canaries, viewsOf } from './canaries.js';
import { dump, logs, metrics, Tap, type Piece } from './places.js';
import { Scene } from './scene.js';

scenarioFlags();
/** On the loopback network, opened to the product for this run alone. */
const RECEIVER_ADDRESS = '127.0.0.6';
/** Traces and audit records are on their way for a moment. */
const SETTLE_MS = 4_000;
const PLACES = ['answers', 'logs', 'messages', 'traces', 'metrics', 'tables'] as const;
const isTrace = ({ from }: Piece): boolean => from.startsWith('evt.telemetry.');

const canaries = new Canaries();
let receivers: Receivers;
let codes: string[];
let product: Product;
let pieces: Record<(typeof PLACES)[number], Piece[]>;

beforeAll(async () => {
  receivers = await Receivers.start(RECEIVER_ADDRESS, () => canaries.next());
  product = await Product.start({
    environment: {
      SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVER_ADDRESS}/32`,
      SPANWISE_RETRY_SCALE: '0.01',
      SPANWISE_SMTP_URL: `smtp://mailer:${canaries.next()}@${RECEIVER_ADDRESS}:${receivers.mailPort}`,
      SPANWISE_TRACING_INTAKE_RATIO: '1',
      LOG_LEVEL: 'trace',
    },
  });
  const tap = await Tap.open(product);
  const bus = await gatewayBus(product);
  const scene = new Scene(product, canaries, receivers, bus);
  await scene.play();
  ({ codes } = scene);
  await sleep(SETTLE_MS);
  pieces = {
    answers: scene.answers.map(({ line, text }) => ({ from: line, bytes: Buffer.from(text) })),
    logs: logs(product),
    messages: tap.heard.filter((piece) => !isTrace(piece)),
    traces: tap.heard.filter(isTrace),
    metrics: await metrics(product),
    tables: await dump(product),
  };
  await Promise.all([bus.close(), tap.close()]);
});
afterAll(async () => {
  product?.stop();
  await receivers?.close();
});

describe.each(PLACES)('%s', (place) => {
  it('contain no secret of a connector and no code', () => {
    const leaks = pieces[place].flatMap(({ from, bytes }) => {
      const found = canaries.foundIn(bytes) ?? codeIn(bytes, codes);
      return found === undefined ? [] : [`${from}: ${JSON.stringify(found)}`];
    });
    expect(leaks).toEqual([]);
  });

  it('contain what this scenario has caused: they were searched at the right place', () => {
    const expected = place === 'logs' ? '"service":"notify"' : 'chatone_app';
    const found = pieces[place].filter(({ bytes }) => viewsOf(bytes).some((view) => view.includes(expected)));
    expect(found).not.toEqual([]);
  });
});

/** As a word of its own: six digits also occur in times and ids. */
function codeIn(bytes: Uint8Array, codes: readonly string[]): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return new RegExp(`.{0,40}(?<![0-9A-Za-z.])(?:${codes.join('|')})(?![0-9A-Za-z])`).exec(text)?.[0];
}
