// A program that is started by its path is not checked by the compiler: a file that was renamed would fail only when the
// process starts it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../launcher/paths.mjs';
import { isOfSpecs, sourcesBelow } from './sources.mjs';

const STARTED = /new URL\('([^']+\/dist\/[^']+\.js)', import\.meta\.url\)/g;

const programs = sourcesBelow(ROOT)
  .filter((file) => /^(?:apps|libs)\//.test(file) && !isOfSpecs(file))
  .flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(STARTED)].map(([, path]) => [
      file,
      normalize(join(dirname(file), path))
        .replace('/dist/', '/src/')
        .replace(/js$/, 'ts'),
    ]),
  );

it('finds the programs that are started by their paths', () => expect(programs.length).toBeGreaterThan(2));

it.each(programs)('%s starts %s, which exists', (_, source) => expect(existsSync(join(ROOT, source))).toBe(true));
