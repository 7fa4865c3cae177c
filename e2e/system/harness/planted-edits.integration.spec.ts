/** A mutant that no longer applies fails here, not weeks later in the campaign. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTANTS } from '../crash/mutants.js';
import { ROOT } from './product.js';

it.each(MUTANTS)('the mutant of the protocol applies to the product as it is built: $what', ({ edits }) => {
  for (const { file, find } of edits)
    expect([file, find, readFileSync(join(ROOT, file), 'utf8').split(find).length - 1]).toEqual([file, find, 1]);
});
