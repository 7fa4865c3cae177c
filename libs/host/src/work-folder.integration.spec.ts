import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { WorkFolder } from './work-folder.js';

const PROGRAM = fileURLToPath(new URL('../dist/work-folder.js', import.meta.url));
const NAME = 'spanwise-test';
let parent: string;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'work-folder-'));
  parent = join(root, 'work');
  return () => rm(root, { recursive: true, force: true });
});

/** Another process with a folder of its own and a file in it; resolves once it has both. */
async function otherProcess(): Promise<{ child: ChildProcess; path: string }> {
  const program = `import { writeFileSync } from 'node:fs';
    const { WorkFolder } = await import(${JSON.stringify(PROGRAM)});
    const { path } = await WorkFolder.claim(${JSON.stringify(parent)}, ${JSON.stringify(NAME)});
    writeFileSync(path + '/kept', 'x');
    console.log(path);
    setInterval(() => {}, 60000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, path: line.toString().trim() };
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a work folder', () => {
  it('is of one process alone, which others neither share nor remove', async () => {
    const { child, path } = await otherProcess();
    try {
      const own = await WorkFolder.claim(parent, NAME);
      expect(own.path).not.toBe(path);
      await own.release();
      expect(await readFile(join(path, 'kept'), 'utf8')).toBe('x');
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    } finally {
      await killed(child);
    }
  });

  it('goes when its process was killed and another one starts', async () => {
    const { child, path } = await otherProcess();
    await killed(child);
    const own = await WorkFolder.claim(parent, NAME);
    expect((await readdir(parent)).map((name) => join(parent, name))).toEqual([own.path]);
    expect(own.path).not.toBe(path);
  });

  it('goes over to the next process that asks for what it holds', async () => {
    const { child } = await otherProcess();
    await killed(child);
    const own = await WorkFolder.claim(parent, NAME, { inherit: true });
    expect(await readdir(own.path)).toEqual(['kept']);
    expect(await readdir(parent)).toHaveLength(1);
  });

  it('of another machine stays until it was not touched for a day', async () => {
    await WorkFolder.claim(parent, 'first');
    const foreign = join(parent, `${NAME}-00000000-1-1-00000000`);
    await writeFile(join(parent, 'no-folder'), '');
    await mkdir(foreign);
    await WorkFolder.claim(parent, NAME);
    expect(await readdir(parent)).toContain(`${NAME}-00000000-1-1-00000000`);
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(foreign, longAgo, longAgo);
    await WorkFolder.claim(parent, NAME);
    expect(await readdir(parent)).not.toContain(`${NAME}-00000000-1-1-00000000`);
  });

  it.each([
    ['was removed', async (folder: WorkFolder) => rm(folder.path, { recursive: true })],
    ['was removed with all others', async () => rm(parent, { recursive: true })],
    [
      'was replaced by a file',
      async (folder: WorkFolder) => {
        await rm(folder.path, { recursive: true });
        await writeFile(folder.path, 'in the way');
      },
    ],
  ])('is recreated when it %s', async (_, damage) => {
    const folder = await WorkFolder.claim(parent, NAME);
    await damage(folder);
    expect((await stat(await folder.ensure())).isDirectory()).toBe(true);
    await writeFile(join(folder.path, 'a'), 'b');
  });

  it.each([
    ['was removed', async (_: WorkFolder, path: string) => rm(path, { recursive: true })],
    ['was removed with the folder', async (folder: WorkFolder) => rm(folder.path, { recursive: true })],
    [
      'was replaced by a file',
      async (_: WorkFolder, path: string) => {
        await rm(path, { recursive: true });
        await writeFile(path, 'in the way');
      },
    ],
  ])('has its parts recreated when one %s', async (_, damage) => {
    const folder = await WorkFolder.claim(parent, NAME);
    const path = await folder.ensurePart('spill');
    await damage(folder, path);
    expect(await folder.ensurePart('spill')).toBe(path);
    await writeFile(join(path, 'a'), 'b');
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('says so when it cannot be made', async () => {
    const folder = await WorkFolder.claim(parent, NAME);
    await rm(parent, { recursive: true });
    await writeFile(parent, 'in the way');
    await expect(folder.ensure()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
