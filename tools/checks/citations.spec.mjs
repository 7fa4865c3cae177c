import { expect, it } from 'vitest';
import { adrFaults, goneFaults, ruleFaults } from './citations.mjs';

const rules = [{ file: 'docs/rules/api.md', text: '# API\n\n### API-1\n\nOne.\n\n### API-2\n\nTwo (API-1).\n' }];
const spec = { file: 'apps/a/src/a.spec.ts', text: "describe('every answer (API-1, API-2)'" };
const source = (text) => ({ file: 'apps/a/src/a.ts', text });

it('rules that are cited, tested and there once are fine', () =>
  expect(ruleFaults(rules, [...rules, spec, source('// See API-2, and SHA-256.')])).toEqual([]));

it('is found: an id without a rule', () =>
  expect(ruleFaults(rules, [spec, source('/** API-3. */')])).toEqual(['apps/a/src/a.ts: docs/rules has no API-3']));

it('is found: an id without a rule in a test', () =>
  expect(ruleFaults(rules, [spec, { file: 'e2e/src/b.spec.ts', text: 'API-X9' }])).toHaveLength(1));

it('is found: a rule that no test names, whatever the product and other rules say', () =>
  expect(ruleFaults(rules, [...rules, source('API-1 API-2'), { ...spec, text: 'API-2' }])).toEqual([
    'docs/rules/api.md: no test names API-1',
  ]));

it('is found: an id that is there twice, in one file or in two', () => {
  const again = { file: 'docs/rules/more.md', text: '### API-2\n' };
  expect(ruleFaults([...rules, again], [spec])).toEqual(['docs/rules/more.md: API-2 is there twice']);
  expect(ruleFaults([{ ...rules[0], text: '### API-1\n\n### API-1\n' }], [spec])).toHaveLength(2);
});

it.each(['e2e/src/a.spec.ts', 'e2e/src/all.fixture.ts', 'e2e/system/crash/mutants.ts', 'tools/checks/a.spec.mjs'])(
  'names rules as a test: %s',
  (file) => expect(ruleFaults(rules, [{ ...spec, file }])).toEqual([]),
);

it.each([
  '/** Decisions 1.8. */',
  '/** The list is a bare array (decisions 0). */',
  '/** Where a user is notified (peer facts 4.5). */',
  '/** Columns of every row (peer-facts 5.2). */',
  '/** The overview (specification 2.3). */',
  '/** Behind a gap nothing is applied (rule 17). */',
  '/** Of TX1 (exactly-once rules 9 to 11). */',
  ' * back (wrong variant A5).',
  "describe('outcome of a span (semantics D1)'",
  '/** The sketch (design apm-semantics D5). */',
  '/** When a connector is suspended (design/reliability.md 3.2). */',
  '/** Links to files (reliability 4.7). */',
  '/** D1, the error ladder. */',
  'By section 2.3 of the text.',
  'Those of the public product.',
])('is found: %s', (text) => expect(goneFaults(source(`\n${text}`))[0]).toMatch(/^apps\/a\/src\/a\.ts:2: /));

it.each([
  '/** UUIDv7 (RFC 9562, 6.2 method 1). */',
  'The semantic conventions say so, OTLP too.',
  'expect(rate).toBeGreaterThan(0.95); const d1 = 1;',
  'It decides by the first rule that applies.',
  'The decisions are in docs/adr, see ADR 12.',
])('is fine: %s', (text) => expect(goneFaults(source(text))).toEqual([]));

const names = ['README.md', '0001-one.md', '0003-three.md'];
const index = '| [1](0001-one.md) | one |\n| 2 | never used |\n| [3](0003-three.md) | three |';

it('an index with every ADR, and citations of those, are fine', () =>
  expect(adrFaults(names, index, [source('ADR 0001, ADR 3')])).toEqual([]));

it('is found: an ADR that the index lacks', () =>
  expect(adrFaults([...names, '0004-four.md'], index, [])).toEqual(['docs/adr/README.md: 0004-four.md is missing']));

it('is found: an ADR that the index alone has', () =>
  expect(adrFaults(['0001-one.md'], index, [])).toEqual(['docs/adr/README.md: there is no 0003-three.md']));

it('is found: a citation of a number that is not there', () =>
  expect(adrFaults(names, index, [source('// as ADR 0002 says')])).toEqual([
    'apps/a/src/a.ts: docs/adr has no ADR 0002',
  ]));
