import type { IncomingMessage } from 'node:http';

const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Takes what a client still sends of a body that is refused and throws it away: most clients read no answer before they
 * have sent all, and see a broken connection in its place. Within bounds; a client that sends more is cut off.
 */
export function drainBody(
  request: IncomingMessage,
  { bytes = MAX_DRAINED_BYTES, timeoutMs = MAX_DRAIN_MS } = {},
): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const onData = (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > bytes) end();
    };
    const end = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', end).off('close', end).off('error', end);
      request.pause();
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    request.on('data', onData).on('end', end).on('close', end).on('error', end);
    request.resume();
  });
}
