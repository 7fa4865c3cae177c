import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../dist/loop-watch.js', import.meta.url));

/** A process that watches itself and works; how it ended, and what it said. */
async function ran(work: string): Promise<{ code: number | null; signal: string | null; output: string }> {
  const program = `const { watchLoop } = await import(${JSON.stringify(PROGRAM)});
    const watchEnds = watchLoop({ service: 'projector', logLevel: 'error', limitMs: 2_000 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, output };
}

describe.concurrent('a process that watches its event loop (PROTO-39)', () => {
  it.each([
    ['work that never ends', 'for (;;);'],
    ['a pattern that never ends', "/^(a+)+$/.test('a'.repeat(60) + '!');"],
    ['native code that does not return', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
  ])('ends at %s, and says so', async (_, work) => {
    const { signal, output } = await ran(work);
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(output)).toMatchObject({
      level: 'fatal',
      service: 'projector',
      msg: 'the event loop stands still: the process is ended',
    });
  });

  it('lives while the loop turns, and ends by itself when there is nothing to do', async () => {
    const turns = 'for (let at = 0; at < 50; at++) await new Promise((resolve) => setTimeout(resolve, 100));';
    expect(await ran(turns)).toEqual({ code: 0, signal: null, output: '' });
  });

  it('may compute for as long as it likes once the watch has ended', async () => {
    const work = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000); console.log('done');";
    expect(await ran(`await watchEnds(); ${work}`)).toEqual({ code: 0, signal: null, output: 'done\n' });
  });
});
