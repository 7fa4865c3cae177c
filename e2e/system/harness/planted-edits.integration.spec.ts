/** "The mutant no longer applies" was found by whoever ran the long proofs by hand, weeks after the code had moved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from '../crash/mutants.js';
import { MUTANTS as OPERATED } from '../operate/mutants.js';
import { ROOT } from './product.js';
import { PLANTED_LIES } from '../timeline/mutants.js';

const PLANTED = [
  ...MUTANTS.map(({ what, edits }) => ({ proof: 'crash', what, edits })),
  ...OPERATED.map(({ what, edits }) => ({ proof: 'operate', what, edits })),
  ...PLANTED_LIES.map(({ name, edits }) => ({ proof: 'timeline', what: name, edits })),
];

describe('a planted fault', () => {
  it.each(PLANTED)('of prove:$proof applies to the product as it is built: $what', ({ edits }) => {
    for (const { file, find } of edits)
      expect([file, find, readFileSync(join(ROOT, file), 'utf8').split(find).length - 1]).toEqual([file, find, 1]);
  });
});
