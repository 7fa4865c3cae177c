// Wordings that texts for users do not have: the third column of the tables in docs/glossary.md, for the messages of the
// console, the API description and the help of settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesBelow } from './sources.mjs';

const MESSAGES = /^apps\/console\/src\/i18n\/en[^/]*\.ts$/;
const SETTINGS = /(?:^|\/)config\.ts$/;
const API_DESCRIPTION = 'apps/gateway/openapi.json';

/** @param {string} glossary @returns {Map<RegExp, string>} each refused wording with the term to use */
export function refusedWordings(glossary) {
  const rows = glossary.matchAll(/^\| ([^|]+?) +\| [^|]* \| ([^|]*`[^|]*) \|$/gm);
  return new Map(
    [...rows].flatMap(([, term, column]) =>
      [...column.matchAll(/`([^`]+)`/g)].map(([, wording]) => [
        new RegExp(`(?<![\\w-])${wording.replace(/ /g, '\\s+')}(?![\\w-])`, 'i'),
        term,
      ]),
    ),
  );
}

/** @param {[string, string][]} texts each with where it is @returns {string[]} one sentence for each refused wording */
export const wordingFaults = (texts, refused) =>
  texts.flatMap(([where, text]) =>
    [...refused].flatMap(([wording, term]) => {
      const found = wording.exec(text);
      return found === null ? [] : [`${where}: "${found[0]}" in "${text}"; the glossary's term is "${term}"`];
    }),
  );

/** @param {string} root @returns {string[]} */
export function textFaults(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const files = sourcesBelow(root).filter((file) => MESSAGES.test(file) || SETTINGS.test(file));
  const literals = files.flatMap((file) =>
    [...read(file).matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"/g)].map(([quoted]) => [file, quoted]),
  );
  const texts = [...literals, ...describedIn(JSON.parse(read(API_DESCRIPTION)))];
  return wordingFaults(texts, refusedWordings(read('docs/glossary.md')));
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
