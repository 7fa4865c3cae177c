/** Bounds of a picture that is sent, and of the work that it may make. */
export const MAX_AVATAR_BYTES = 2 * 1024 * 1024;
export const MAX_EDGE_PIXELS = 4_096;
export const MAX_INPUT_PIXELS = 16_777_216;
export const MAX_ENCODED_BYTES = 256 * 1024;
/** With the start of the process that encodes, which is most of it where the processors are busy. */
export const ENCODE_TIMEOUT_MS = 20_000;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const SIGNATURES: Record<string, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(latin1('\x89PNG\r\n\x1a\n')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(latin1('\xff\xd8\xff')),
  'image/gif': (bytes) => ['GIF87a', 'GIF89a'].includes(bytes.toString('latin1', 0, 6)),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

export const AVATAR_TYPES: readonly string[] = Object.keys(SIGNATURES);

/** Whether the bytes begin as those of the type do that they were sent as. */
export const beginsAs = (contentType: string, bytes: Buffer): boolean =>
  Object.hasOwn(SIGNATURES, contentType) && SIGNATURES[contentType]!(bytes);
