import { randomBytes } from 'node:crypto';

const last = { ms: 0, count: 0 };
/** Counts start in the lower half of the twelve bits, so that there is room above. */
const START_MASK = 0x7ff;
const COUNT_MASK = 0xfff;

/** UUIDv7 (RFC 9562, 6.2 method 1): ordered by the time of its making; up to 2,048 of one process in a millisecond, too. */
export function uuidv7(nowMs = Date.now()): string {
  const bytes = randomBytes(16);
  const count = nowMs === last.ms ? (last.count + 1) & COUNT_MASK : bytes.readUInt16BE(6) & START_MASK;
  Object.assign(last, { ms: nowMs, count });
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
