/** Minutes of gateways in a delta: what became of intake beside what it has brought (PROTO-32). */
import { UnknownForm, type ByteReader, type ByteWriter } from './bytes.js';

/** One minute of one gateway, as it says itself; a repetition of it is equal. */
export interface GatewayMinute {
  /** UUID of the process. */
  gatewayId: string;
  minute: number;
  sinceMicros: number;
  /** It has ended in order. */
  leftMicros?: number;
  /** Requests that were refused though they were good; without an organization where it is not known. */
  refused: { organizationId?: string; reason: string; requests: number }[];
}

export const gatewayMinuteKey = ({ gatewayId, minute }: GatewayMinute): string => `${minute} ${gatewayId}`;

const FORM = 1;
const hexOf = (uuid: string): string => uuid.replaceAll('-', '');
const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const NO_ORGANIZATION = '0'.repeat(32);

/** Behind the organizations of a delta, where there are any: a former reader, which stops there, does not see them. */
export function writeGatewayMinutes(out: ByteWriter, minutes: ReadonlyMap<string, GatewayMinute>): void {
  if (minutes.size === 0) return;
  out.byte(FORM);
  out.varint(minutes.size);
  for (const [, one] of [...minutes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    out.hex(hexOf(one.gatewayId));
    out.varint(one.minute);
    out.varint(one.sinceMicros);
    // 0 stands for one that has not ended: no gateway ends at the epoch.
    out.varint(one.leftMicros ?? 0);
    out.varint(one.refused.length);
    for (const { organizationId, reason, requests } of one.refused) {
      out.hex(organizationId === undefined ? NO_ORGANIZATION : hexOf(organizationId));
      out.text(reason);
      out.varint(requests);
    }
  }
}

/** What the rest of the delta holds. */
export function readGatewayMinutes(reader: ByteReader): GatewayMinute[] {
  if (reader.at === reader.bytes.length) return [];
  if (reader.byte() !== FORM) throw new UnknownForm('Delta holds minutes of gateways in an unknown form.');
  return Array.from({ length: reader.count(20) }, () => {
    const [gatewayId, minute, sinceMicros] = [uuidOf(reader.hex(16)), reader.varint(), reader.varint()];
    const left = reader.varint();
    const refused = Array.from({ length: reader.count(18) }, () => readRefused(reader));
    return { gatewayId, minute, sinceMicros, ...(left !== 0 && { leftMicros: left }), refused };
  });
}

function readRefused(reader: ByteReader): GatewayMinute['refused'][number] {
  const hex = reader.hex(16);
  const [reason, requests] = [reader.text(), reader.varint()];
  return { ...(hex !== NO_ORGANIZATION && { organizationId: uuidOf(hex) }), reason, requests };
}
