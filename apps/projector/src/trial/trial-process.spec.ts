import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, describe, it } from 'vitest';
import { TrialProcess } from './trial-process.js';

interface Request {
  end?: boolean;
  /** Ends one process alone, as a kill from outside would. */
  once?: string;
}

let folder: string;
let trial: TrialProcess<Request>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trial-process-'));
  const program = join(folder, 'trial.mjs');
  await writeFile(
    program,
    `import { existsSync, writeFileSync } from 'node:fs';
     process.on('message', ({ end, once }) => {
       if (once !== undefined && !existsSync(once)) {
         writeFileSync(once, '');
         end = true;
       }
       if (end) process.kill(process.pid, 'SIGKILL');
       else process.send('done');
     });
     process.once('disconnect', () => process.exit(0));`,
  );
  trial = new TrialProcess(program, {});
});
afterEach(async () => {
  trial.close();
  await rm(folder, { recursive: true });
});

describe('a trial', () => {
  it('distinguishes what ends its process from what does not, again and again', async () => {
    expect(await trial.survives({})).toBe(true);
    expect(await trial.survives({ end: true })).toBe(false);
    expect(await trial.survives({ end: true })).toBe(false);
    expect(await trial.survives({})).toBe(true);
  });

  it('blames what ends it each time, and not what was under work when it was killed', async () => {
    expect(await trial.endsBy({ end: true }, {})).toBe(true);
    expect(await trial.endsBy({ once: join(folder, 'killed') }, {})).toBe(false);
  });

  it('blames nothing where not even nothing can be tried', async () => {
    expect(await trial.endsBy({ end: true }, { end: true })).toBe(false);
    expect(await new TrialProcess<Request>(join(folder, 'missing.mjs'), {}).endsBy({}, {})).toBe(false);
  });
});
