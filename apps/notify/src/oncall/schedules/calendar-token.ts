/** Secrets of links to calendars (ALERT-66): pure. Whose the schedule is stands in the link, what is kept of it is a hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'swl_';
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const WRITTEN = /^swl_[\w-]{86}$/;

export interface CalendarAddress {
  organizationId: string;
  scheduleId: string;
}

export function makeCalendarToken({ organizationId, scheduleId }: CalendarAddress): { token: string; hash: string } {
  const bytes = Buffer.concat([bytesOf(organizationId), bytesOf(scheduleId), randomBytes(SECRET_BYTES)]);
  const token = PREFIX + bytes.toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Undefined for a text that no link has. */
export function addressIn(token: string): CalendarAddress | undefined {
  if (!WRITTEN.test(token)) return undefined;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  return { organizationId: idOf(bytes, 0), scheduleId: idOf(bytes, ID_BYTES) };
}

export const isTokenOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(hashOf(token), 'hex'));

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function idOf(bytes: Buffer, at: number): string {
  const hex = bytes.subarray(at, at + ID_BYTES).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
