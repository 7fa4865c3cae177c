/**
 * `npm run test:system -- secrets --full`: 200 canaries as secrets of connectors of every type, URLs, passwords and codes go through a
 * started product, to receivers that give them back. None may be in answers, logs, messages, metrics, traces or tables.
 * In a variant that leaks in each of these places, each has to be found. Part of `npm test`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatewayBus } from '../harness/gateway-bus.js';
import { copyProgram } from '../harness/program-copy.js';
import { Product } from '../harness/product.js';
import { Canaries } from './canaries.js';
import { plantLeaks } from './leaks.js';
import { dump, logs, metrics, Tap, type Piece } from './places.js';
import { Receivers, RECEIVER_ADDRESS } from './receivers.js';
import { Scene } from './scene.js';

const SHOWN = 3;
/** Traces and audit records are on their way for a moment. */
const SETTLE_MS = 4_000;
const TELEMETRY = 'evt.telemetry.';

interface Swept {
  place: string;
  pieces: number;
  leaks: string[];
}

async function sweep(root?: string): Promise<{ swept: Swept[]; summary: string }> {
  const canaries = new Canaries();
  const receivers = await Receivers.start(() => canaries.next());
  const adminPassword = randomBytes(12).toString('base64url');
  const product = await Product.start({
    root,
    environment: {
      SPANWISE_ADMIN_PASSWORD: adminPassword,
      SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVER_ADDRESS}/32`,
      SPANWISE_RETRY_SCALE: '0.01',
      SPANWISE_SMTP_URL: `smtp://mailer:${canaries.next()}@${RECEIVER_ADDRESS}:${receivers.mailPort}`,
      SPANWISE_TRACING_INTAKE_RATIO: '1',
      LOG_LEVEL: 'trace',
    },
  });
  try {
    const tap = await Tap.open(product);
    const bus = await gatewayBus(product);
    const scene = new Scene(product.baseUrl, canaries, receivers, bus);
    await scene.play(adminPassword);
    await sleep(SETTLE_MS);
    const answers = scene.answers.map(({ line, text }) => ({ from: line, bytes: Buffer.from(text) }));
    const isTrace = ({ from }: Piece) => from.startsWith(TELEMETRY);
    const places: [string, Piece[]][] = [
      ['answers', answers],
      ['logs', logs(product)],
      ['messages', tap.heard.filter((piece) => !isTrace(piece))],
      ['traces', tap.heard.filter(isTrace)],
      ['metrics', await metrics(product)],
      ['tables', await dump(product)],
    ];
    await bus.close();
    await tap.close();
    const swept = places.map(([place, pieces]) => ({ place, pieces: pieces.length, leaks: leaksIn(pieces) }));
    const summary = `${canaries.count} canaries and ${receivers.codes.length} codes, ${receivers.requests} requests and ${receivers.logins} logins at the receivers`;
    return { swept, summary };

    function leaksIn(pieces: Piece[]): string[] {
      return pieces.flatMap(({ from, bytes }) => {
        const found = canaries.foundIn(bytes) ?? codeIn(bytes, receivers.codes);
        return found === undefined ? [] : [`${from}: ${JSON.stringify(found)}`];
      });
    }
  } finally {
    product.stop();
    await receivers.close();
  }
}

/** As a word of its own: six digits also stand in times and ids. */
function codeIn(bytes: Uint8Array, codes: readonly string[]): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return new RegExp(`.{0,40}(?<![0-9A-Za-z.])(?:${codes.join('|')})(?![0-9A-Za-z])`).exec(text)?.[0];
}

let failed = 0;
const print = (name: string, summary: string, swept: Swept[]) =>
  console.log(
    `secrets, ${name}: ${summary}; found in ${swept.map(({ place, pieces, leaks }) => `${place} ${leaks.length} of ${pieces}`).join(', ')}`,
  );

const clean = await sweep();
print('the product', clean.summary, clean.swept);
const leaks = clean.swept.flatMap(({ place, leaks }) => leaks.map((leak) => `${place}, ${leak}`));
for (const leak of leaks.slice(0, SHOWN * clean.swept.length)) console.log(`  LEAKED in ${leak}`);
const empty = clean.swept.filter(({ pieces }) => pieces === 0);
for (const { place } of empty) console.log(`  WRONG there was nothing to look at in ${place}`);
if (leaks.length > 0 || empty.length > 0) failed++;

const copy = copyProgram(plantLeaks);
try {
  const { swept, summary } = await sweep(copy.root);
  print('a variant that leaks everywhere', summary, swept);
  const unseen = swept.filter((one) => one.leaks.length === 0);
  for (const { place } of unseen) console.log(`  NOT CAUGHT in ${place}`);
  if (unseen.length > 0) failed++;
} finally {
  copy.remove();
}
console.log(`${2 - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
