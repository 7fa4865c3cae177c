import { expect, it } from 'vitest';
import { ROOT } from '../launcher/paths.mjs';
import { refusedWordings, textFaults, wordingFaults } from './wording.mjs';

const GLOSSARY = `
| Term        | Means               | Do not say          |
| ----------- | ------------------- | ------------------- |
| Notify      | send a notification | \`told\`, \`tells\` |
| Dead letter | a record set aside  | \`put aside\`       |
| Span        | one operation       |                     |
`;
const refused = refusedWordings(GLOSSARY);

it('reads the wordings of the third column, and no others', () => expect(refused.size).toBe(3));

it.each([
  ['a word', 'Users are told of it', 'Notify'],
  ['in capitals', 'Told twice', 'Notify'],
  ['words over a line end', 'Slices that were put\naside', 'Dead letter'],
])('finds %s', (_, text, term) => {
  const faults = wordingFaults([['en.ts', text]], refused);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`the glossary's term is "${term}"`);
});

it.each(['untold', 'told-off', 'a record set aside'])('takes no offence at %s', (text) =>
  expect(wordingFaults([['en.ts', text]], refused)).toEqual([]),
);

it('finds nothing in the texts of this repository', () => expect(textFaults(ROOT)).toEqual([]));
