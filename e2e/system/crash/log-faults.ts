/** A log that is full, and a log that is lost. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { committedPosition, LogView } from './log-view.js';
import { gone, living, pauseFamily, signal } from './processes.js';
import { EXACT, type Outcome, type Scene } from './scene.js';

/** Small enough to be filled within seconds, large enough for the stream of a campaign between two sweeps. */
export const SMALL_LOG_BYTES = 48 * 1024 * 1024;
const READERS = ['projector', 'apm', 'postgres'];
const FULL = 0.9;

/** Nobody reads the log until it refuses: nothing in it may make room for anything new. */
export async function fillLog({ product, filler, log }: Scene): Promise<Outcome> {
  const wrong: string[] = [];
  const view = await LogView.open(product);
  const goOn: (() => void)[] = [];
  try {
    for (const name of READERS) goOn.push(pauseFamily(await living(() => product.pid(name))));
    const before = await view.state();
    const refused = await filler.fillUp(wrong);
    if (refused === undefined) wrong.push('the log took everything: it was not full');
    const after = await view.state();
    log(`           ${after.bytes} bytes in ${after.messages} messages: ${refused?.says.slice(0, 200)}`);
    if (refused?.full === true && after.bytes < FULL * SMALL_LOG_BYTES)
      wrong.push(`refused at ${after.bytes} bytes, with the log's limit at ${SMALL_LOG_BYTES}`);
    if (after.firstSeq !== before.firstSeq || after.messages !== after.lastSeq - after.firstSeq + 1)
      wrong.push(`the full log dropped messages: ${JSON.stringify({ before, after })}`);
  } finally {
    for (const one of goOn.toReversed()) one();
    await view.close();
  }
  return { ...EXACT, wrong };
}

const UNREAD_MS = 700;
const IN_FLIGHT_MS = 400;
const EPOCH_MS = 60_000;

/**
 * The log is lost with messages in it that nobody has read: the ones behind the committed position are missing from the
 * figures in the end, and a gap says so. What is sent afterwards is counted.
 */
export async function loseLog({ product, log }: Scene, how: 'deleted' | 'disk'): Promise<Outcome> {
  const view = await LogView.open(product);
  const before = await committedPosition(product);
  const goOn: (() => void)[] = [];
  const stop = async (name: string) => goOn.push(pauseFamily(await living(() => product.pid(name))));
  let lostAtMost: number;
  try {
    await stop('projector');
    await sleep(UNREAD_MS);
    await stop('gateway');
    await sleep(IN_FLIGHT_MS);
    const { seq } = await committedPosition(product);
    lostAtMost = await view.spansAfter(seq);
    if (how === 'deleted') await view.deleteStream();
    else await loseDisk(product.pid('nats')!, join(product.dataDir, 'nats', 'store'));
  } finally {
    for (const one of goOn) one();
    await view.close();
  }
  log(`           at most ${lostAtMost} spans were lost with the log`);
  const deadline = performance.now() + EPOCH_MS;
  while ((await committedPosition(product)).epoch !== before.epoch + 1) {
    if (performance.now() > deadline) return { lostAtMost, gap: true, wrong: ['no new epoch began with the new log'] };
    await sleep(200);
  }
  return { lostAtMost, gap: true, wrong: [] };
}

async function loseDisk(nats: number, folder: string): Promise<void> {
  signal(nats, 'SIGKILL');
  await gone(nats);
  // Before the launcher starts it again.
  rmSync(folder, { recursive: true, force: true });
}
