/**
 * Messages of a streamed answer. The caller hears frames on a subject of its own, which it names in its request; the first
 * frame names the subject on which the answering process hears what was taken, and that the caller is still there.
 */
import type { WireError } from '@spanwise/contracts/base/errors';

/** Bytes that may be under way to a caller that has not taken them. */
export const WINDOW_BYTES = 1024 * 1024;
/** Below what the bus takes as one message. */
export const MAX_FRAME_BYTES = 256 * 1024;
export const BEAT_MS = 1_000;
/** A side that hears nothing for this long gives up. */
export const SILENCE_MS = 5_000;

/** Frames to a process of this service: the table of users of the bus says who may send and hear them. */
export const STREAM_SUBJECT = (service: string, id: string): string => `str.${service}.${id}`;

export type Frame =
  | { kind: 'opened'; control: string }
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'alive' }
  | { kind: 'end'; tail: unknown }
  | { kind: 'error'; error: WireError };

/** What a caller says of its stream: bytes taken since its beginning, or that it has left. */
export interface Control {
  taken: number;
  left?: true;
}

const KINDS = ['opened', 'data', 'alive', 'end', 'error'] as const;
const HEAD_BYTES = 5;

/** `sequence` counts the frames of a stream from 0; a gap is a lost message. */
export function encodeFrame(frame: Frame, sequence: number): Buffer {
  const payload = payloadOf(frame);
  const out = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  out.writeUInt8(KINDS.indexOf(frame.kind), 0);
  out.writeUInt32LE(sequence, 1);
  out.set(payload, HEAD_BYTES);
  return out;
}

export function decodeFrame(message: Uint8Array): { frame: Frame; sequence: number } {
  const view = Buffer.from(message.buffer, message.byteOffset, message.length);
  const kind = KINDS[view.readUInt8(0)];
  const sequence = view.readUInt32LE(1);
  const payload = view.subarray(HEAD_BYTES);
  if (kind === 'data') return { sequence, frame: { kind, bytes: payload } };
  if (kind === 'alive') return { sequence, frame: { kind } };
  return { sequence, frame: { kind, ...(JSON.parse(payload.toString('utf8')) as object) } as Frame };
}

function payloadOf(frame: Frame): Uint8Array {
  if (frame.kind === 'data') return frame.bytes;
  if (frame.kind === 'alive') return new Uint8Array();
  const { kind: _kind, ...rest } = frame;
  return Buffer.from(JSON.stringify(rest));
}
