import type { ServerResponse } from 'node:http';

/**
 * Calls `work` once the answer is out or its reader has gone. Where that was so before, at once: `close` is said one time,
 * and who began to listen behind an await may have missed it.
 */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.destroyed) work();
  else response.once('close', work);
}
