import { domainToASCII } from 'node:url';

const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Scripts with letters that look like each other's: no person's name has two of them in one word. */
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
/** Of RFC 5321: quotation marks that are not needed say nothing. */
const QUOTED_ATOM = /^"([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*)"$/u;

/**
 * What e-mail addresses are compared by: compatibility forms folded, lower case, no needless quotation marks, the domain in
 * its ASCII form. Addresses that merely look alike (another script's letters) stay different. Undefined for a text that is
 * no address, that has something in it which nobody sees, or that mixes scripts whose letters look alike.
 */
export function emailKey(address: string): string | undefined {
  const folded = address.normalize('NFKC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const domain = at > 0 ? domainToASCII(folded.slice(at + 1)) : '';
  if (domain === '' || INVISIBLE.test(folded)) return undefined;
  const name = folded.slice(0, at);
  const local = QUOTED_ATOM.exec(name)?.[1] ?? name;
  if (local.includes('"') || LOOK_ALIKES.filter((script) => script.test(local)).length > 1) return undefined;
  return `${local}@${domain}`;
}

export const domainOf = (key: string): string => key.slice(key.lastIndexOf('@') + 1);

/** An empty list admits every domain; an entry admits its sub-domains too (ACCESS-8). */
export const domainAdmitted = (domain: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.some((entry) => domain === entry || domain.endsWith(`.${entry}`));
