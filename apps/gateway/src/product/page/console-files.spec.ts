import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleFiles } from './console-files.js';

const SCRIPT = 'export const text = 1;\n'.repeat(50);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spanwise-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'index-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'font-abc.woff2'), 'font');
  writeFileSync(join(folder, 'assets', 'index-abc.js.map'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('files of the console', () => {
  it('are compressed for clients that take it, and as they are for others', async () => {
    const files = new ConsoleFiles(folder);
    const packed = (await files.file('index-abc.js', true))!;
    expect([packed.type, packed.encoding]).toEqual(['text/javascript; charset=utf-8', 'gzip']);
    expect(gunzipSync(packed.body).toString()).toBe(SCRIPT);
    const plain = (await files.file('index-abc.js', false))!;
    expect([plain.encoding, plain.body.toString()]).toEqual([undefined, SCRIPT]);
    // A font is packed already.
    expect(await files.file('font-abc.woff2', true)).toEqual({ type: 'font/woff2', body: Buffer.from('font') });
  });

  it.each(['../index.html', 'index-abc.js.map', 'none.js', '', 'constructor', '/etc/hosts'])(
    'have no other names, such as %j',
    (name) => expect(new ConsoleFiles(folder).file(name, true)).toBeUndefined(),
  );

  it('are missing where the console is not built, and that is no fault', () => {
    const files = new ConsoleFiles(join(folder, 'nowhere'));
    expect([files.page(), files.file('index-abc.js', true)]).toEqual([undefined, undefined]);
  });
});
