// Wordings that this repository does not use: the third column of the tables in docs/glossary.md, refused in documents, in
// sources with their comments and titles of tests, in manifests, and in the summaries and descriptions of the API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './sources.mjs';

const GLOSSARY = 'docs/glossary.md';
const API_DESCRIPTION = 'apps/gateway/openapi.json';
const READ = /\.(?:md|tsx?|mts|[cm]?js|ya?ml)$/;
/** The glossary has the wordings, and so have the tests of this check. */
const UNREAD = /^docs\/glossary\.md$|^tools\/checks\/wording\./;
/** Every message of the console is shown, single words too. */
const ALL_SHOWN = /^apps\/console\/src\/i18n\/en/;
/** Values and columns that rows and clients have: a literal of one word, and the column `schedules.told`. */
const STORED = /'[\w.]+'|\btold (?:as notified|= \$3)/g;
/** Statements of migrations stay as they ran, comments included (e2e/src/earlier-schemas.integration.spec.ts). */
const MIGRATION = /\/db\/migrations\//;
const STATEMENT = /`[^`]*`/g;

/** @param {string} glossary @returns {Map<RegExp, string>} each refused wording with the term to use */
export function refusedWordings(glossary) {
  const rows = glossary.matchAll(/^\| ([^|]+?) +\| [^|]* \| ([^|]*`[^|]*) \|$/gm);
  return new Map(
    [...rows].flatMap(([, term, column]) =>
      [...column.matchAll(/`([^`]+)`/g)].map(([, wording]) => [
        new RegExp(`(?<![\\w-])${wording.replace(/ /g, '\\s+')}(?![\\w-])`, 'gi'),
        term,
      ]),
    ),
  );
}

/** @param {[string, string][]} texts each with where it is @returns {string[]} one sentence for each refused wording */
export const wordingFaults = (texts, refused) =>
  texts.flatMap(([where, text]) =>
    [...refused].flatMap(([wording, term]) =>
      [...text.matchAll(wording)].map(({ 0: found, index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${where}:${line}: "${found}"; the glossary's term is "${term}"`;
      }),
    ),
  );

/** @param {string} root @returns {string[]} */
export function textFaults(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const files = filesBelow(root, READ).filter((file) => !UNREAD.test(file));
  const texts = files.map((file) => {
    const text = MIGRATION.test(file) ? read(file).replace(STATEMENT, '') : read(file);
    return [file, ALL_SHOWN.test(file) ? text : text.replace(STORED, "''")];
  });
  return wordingFaults([...texts, ...describedIn(JSON.parse(read(API_DESCRIPTION)))], refusedWordings(read(GLOSSARY)));
}

/** Summaries and descriptions, in quotes as the literals of sources are. @returns {[string, string][]} */
function describedIn(part) {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' && /^(?:summary|description)$/.test(name)
      ? [[API_DESCRIPTION, `'${value}'`]]
      : describedIn(value),
  );
}
