import { domainToASCII } from 'node:url';

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Scripts with letters that look like each other's: no person's name has two of them in one word. */
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/**
 * What e-mail addresses are compared by: compatibility forms folded, lower case, the domain in its ASCII form. Addresses
 * that merely look alike (another script's letters) stay different. Undefined for a text that is no address.
 */
export function emailKey(address: string): string | undefined {
  const folded = address.normalize('NFKC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const domain = at > 0 ? domainToASCII(folded.slice(at + 1)) : '';
  return domain === '' || /[\s\p{Cc}]/u.test(folded) ? undefined : `${folded.slice(0, at)}@${domain}`;
}

/**
 * Whether a new user may have the address: it has a key, nothing invisible in it, no quotation marks (RFC 5321: those
 * that are not needed say nothing) and not two scripts whose letters look alike. A user who has another one keeps it.
 */
export function isPlainAddress(address: string): boolean {
  const key = emailKey(address);
  if (key === undefined || INVISIBLE.test(key) || key.includes('"')) return false;
  const local = key.slice(0, key.lastIndexOf('@'));
  return LOOK_ALIKES.filter((script) => script.test(local)).length <= 1;
}

export const domainOf = (key: string): string => key.slice(key.lastIndexOf('@') + 1);

/** An empty list admits every domain; an entry admits its sub-domains too (ACCESS-8). */
export const domainAdmitted = (domain: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.some((entry) => domain === entry || domain.endsWith(`.${entry}`));
