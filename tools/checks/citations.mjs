// Comments and tests cite rules by the ids of docs/rules, and decisions by the numbers of docs/adr: both have to be there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './sources.mjs';

const TEXTS = /\.(tsx?|mts|mjs|js|ya?ml|conf|sh|sql|md)$/;
/** This check, whose words look like what it looks for. */
const OWN = /^tools\/checks\/citations\./;
/** What may show that a rule holds. */
const TESTS = /\.(spec|test)\.\w+$|^e2e\//;
const HEADING = /^### (([A-Z]+)-[A-Z]?\d+)$/gm;
const ADR_CITATION = /\bADRs? (\d{1,4})\b/g;

/** Texts that are not in the repository: a reader could not look them up. */
const GONE = [
  /\bdecisions? \d+(\.\d+)?\b/i,
  /\bpeer[- ]facts?\b/i,
  /\bspecification \d/i,
  /\brules? \d+\b/i,
  /\bwrong variants?\b/i,
  /\bsemantics [A-Z]\d/,
  /\bapm-semantics\b/,
  /\bexactly-once (rules?|section)\b/i,
  /\breliability(\.md)? \d/i,
  /\bdesign\/[a-z]/,
  /\bsections? \d+\.\d+\b/i,
  /\bD\d{1,2}\b/,
  /\b(the|that) public product\b/i,
];

/** @returns {string[]} one sentence for each fault */
export function citationFaults(root) {
  const read = (file) => ({ file, text: readFileSync(join(root, file), 'utf8') });
  const files = filesBelow(root, TEXTS)
    .filter((file) => !OWN.test(file))
    .map(read);
  return [
    ...ruleFaults(
      files.filter(({ file }) => isRuleFile(file)),
      files,
    ),
    ...files.flatMap(goneFaults),
    ...adrFaults(readdirSync(join(root, 'docs/adr')), read('docs/adr/README.md').text, files),
  ];
}

const isRuleFile = (file) => /^docs\/rules\/(?!README)[^/]+\.md$/.test(file);

/** @typedef {{ file: string, text: string }} File */

/** Ids without a rule, rules without a test, and ids that are there twice. @param {File[]} rules @param {File[]} files */
export function ruleFaults(rules, files) {
  const headings = rules.flatMap(({ file, text }) =>
    [...text.matchAll(HEADING)].map(([, id, prefix]) => ({ file, id, prefix })),
  );
  const prefixes = [...new Set(headings.map(({ prefix }) => prefix))];
  const known = new Set(headings.map(({ id }) => id));
  const tested = new Set();
  const faults = headings
    .filter(({ id }, at) => headings.findIndex((other) => other.id === id) !== at)
    .map(({ file, id }) => `${file}: ${id} is there twice`);
  const cited = new RegExp(`\\b(?:${prefixes.join('|')})-[A-Z]?\\d+\\b`, 'g');
  for (const { file, text } of prefixes.length === 0 ? [] : files) {
    for (const [id] of text.matchAll(cited)) {
      if (!known.has(id)) faults.push(`${file}: docs/rules has no ${id}`);
      else if (TESTS.test(file)) tested.add(id);
    }
  }
  const untested = headings.filter(({ id }) => !tested.has(id));
  return [...faults, ...untested.map(({ file, id }) => `${file}: no test names ${id}`)];
}

/** Citations of texts that are not here. @param {File} one */
export function goneFaults({ file, text }) {
  return text.split('\n').flatMap((line, at) => {
    const found = GONE.map((form) => form.exec(line)?.[0]).find((words) => words !== undefined);
    return found === undefined ? [] : [`${file}:${at + 1}: cites a text that is not in the repository: "${found}"`];
  });
}

/** The index names every ADR and no other; numbers that are cited are there. @param {string[]} names @param {File[]} files */
export function adrFaults(names, index, files) {
  const adrs = names.filter((name) => /^\d{4}-.+\.md$/.test(name));
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
  const numbers = new Set(adrs.map((name) => Number(name.slice(0, 4))));
  return [
    ...adrs.filter((name) => !listed.includes(name)).map((name) => `docs/adr/README.md: ${name} is missing`),
    ...listed.filter((name) => !adrs.includes(name)).map((name) => `docs/adr/README.md: there is no ${name}`),
    ...files.flatMap(({ file, text }) =>
      [...text.matchAll(ADR_CITATION)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([words]) => `${file}: docs/adr has no ${words}`),
    ),
  ];
}
