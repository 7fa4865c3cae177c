import { expect, it } from 'vitest';
import { uuidv7 } from './uuid.js';

it('ids are in the order of their making, those of one millisecond too', () => {
  const made = Array.from({ length: 2_000 }, () => uuidv7(1_700_000_000_000));
  made.push(uuidv7(1_700_000_000_001));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
