import { domainToASCII } from 'node:url';

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

export const domainOf = (key: string): string => key.slice(key.lastIndexOf('@') + 1);

/** An empty list admits every domain; an entry admits its sub-domains too (ACCESS-8). */
export const domainAdmitted = (domain: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.some((entry) => domain === entry || domain.endsWith(`.${entry}`));
