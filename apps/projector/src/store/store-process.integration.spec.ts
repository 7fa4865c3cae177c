import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '@spanwise/host/logger';
import { eventually } from '@spanwise/testing/eventually';
import type { ProjectorVariables } from '../config.js';
import type { StoreState } from './store-messages.js';
import { StoreProcess } from './store-process.js';

const LIMITS = { silenceMs: 5_000, failingMs: 400, hangingMs: 2_000, stopMs: 300 };
const WELL: StoreState = {
  attemptAgeMs: 0,
  totals: { rows: 0, segments: 0, bytes: 0, lost: 0, untoldFields: 0 },
  cpuSeconds: 0,
  residentBytes: 0,
};
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-process-'));
  return () => rm(folder, { recursive: true, force: true });
});

/** A writer that says `states` in turn, ten times a second, and does what `more` says. */
async function running(states: StoreState[], more: string, work: (process: StoreProcess) => Promise<void>) {
  const entry = join(folder, 'writer.mjs');
  await writeFile(
    entry,
    `const states = ${JSON.stringify(states)};
     let at = 0;
     setInterval(() => process.send(states[at++ % states.length], () => undefined), 100);
     process.once('disconnect', () => process.exit(0));
     process.on('message', () => undefined);
     ${more}`,
  );
  const config = { workDir: folder } as ProjectorVariables;
  const store = new StoreProcess(config, createLogger('projector', 'silent'), entry, LIMITS);
  store.start();
  try {
    await work(store);
  } finally {
    await store.stop();
  }
}

const workFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('half.ndjson'));
const DEAF = "process.on('SIGTERM', () => undefined);";

describe('a store writer', () => {
  it.each([
    ['that fails in one way', '', { ...WELL, fault: 'folder missing' as const }],
    ['that fails in one way and does not go when asked to', DEAF, { ...WELL, fault: 'folder missing' as const }],
    ['whose attempt does not end', '', { ...WELL, attemptAgeMs: 3_000 }],
  ])('%s for too long is started afresh', async (_, more, state) => {
    await running([state], more, async (store) => {
      await eventually(() => expect(store.restarts).toBeGreaterThanOrEqual(2));
    });
  });

  it('that fails in one way and then in another is left time', async () => {
    const states: StoreState[] = [
      { ...WELL, fault: 'disk full' },
      { ...WELL, fault: 'permission denied' },
    ];
    await running(states, '', async (store) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(store.restarts).toBe(0);
    });
  });

  it('that does not go when asked to and is killed at the stop of the projector leaves no files of work', async () => {
    const program = fileURLToPath(new URL('../../../../libs/host/dist/work-folder.js', import.meta.url));
    const claims = `const { WorkFolder } = await import(${JSON.stringify(program)});
      const { path } = await WorkFolder.claim(${JSON.stringify(folder)}, 'spanwise-store-writer');
      (await import('node:fs')).writeFileSync(path + '/half.ndjson', 'x');`;
    await running([WELL], `${DEAF} ${claims}`, async () => {
      await eventually(async () => expect(await workFiles()).toHaveLength(1));
    });
    expect(await workFiles()).toEqual([]);
  });

  it('says why nothing is stored in a word of the closed list', async () => {
    await running([{ ...WELL, fault: 'disk full' }], '', async (store) => {
      await eventually(() => expect(store.health).toEqual({ up: false, reason: 'disk full' }));
    });
  });
});
