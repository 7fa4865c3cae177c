import { isEmail } from 'class-validator';
import parseAddresses from 'nodemailer/lib/addressparser';
import { isSafeText } from '../members.js';

export interface Mailbox {
  name: string;
  address: string;
}

/** One mailbox, `a@b.example` or `Name <a@b.example>`; undefined for lists, groups and everything else. */
export function mailboxOf(text: string): Mailbox | undefined {
  if (text.length > 512 || !isSafeText(text)) return undefined;
  const parsed = parseAddresses(text);
  if (parsed.length !== 1 || parsed[0]!.group !== undefined) return undefined;
  const { name, address } = parsed[0]!;
  // The parser also finds an address inside other text; only what is written as one counts.
  const written = text.trim() === address || text.trim().endsWith(`<${address}>`);
  if (!written || !isEmail(address, { require_tld: false, allow_ip_domain: true })) return undefined;
  return { name, address };
}
