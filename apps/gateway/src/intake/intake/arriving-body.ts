/** A body as it arrives: its bytes are held as they come, and one that comes too slowly is ended (INTAKE-10). */
import type { Readable } from 'node:stream';
import { ServiceError, tooManyRequests } from '@spanwise/contracts/base/errors';
import type { BodyReservation } from './admission.js';

export interface BodyBounds {
  maxBytes: number;
  /** For so long a body may come as it likes. */
  graceMs: number;
}

/** Behind the grace, on the mean: what is slower is given up by its own sender, whose time-out is some ten seconds. */
const LEAST_BYTES_PER_SECOND = 16 * 1024;
const LOOK_EVERY_MS = 1_000;
const RETRY_SECONDS = 2;

export const isTooSlow = (bytes: number, tookMs: number, graceMs: number): boolean =>
  bytes < ((tookMs - graceMs) / 1_000) * LEAST_BYTES_PER_SECOND;

/** Throws `ServiceError` for a body that is too large, too slow, broken off, or has no room. */
export async function arrivingBody(body: Readable, held: BodyReservation, bounds: BodyBounds): Promise<Buffer> {
  try {
    const whole = await read(body, held, bounds);
    held.complete();
    return whole;
  } catch (error) {
    held.release();
    throw error;
  }
}

function read(body: Readable, held: BodyReservation, { maxBytes, graceMs }: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const startedMs = performance.now();
    let bytes = 0;
    const end = (work: () => void) => {
      clearInterval(watch);
      body.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      work();
    };
    const refuse = (error: unknown) => end(() => reject(error as Error));
    const onBroken = () => refuse(new ServiceError('cancelled', 'The request was broken off.'));
    const onEnd = () => end(() => resolve(Buffer.concat(pieces, bytes)));
    const onData = (piece: Buffer) => {
      try {
        bytes += piece.length;
        if (bytes > maxBytes) throw bodyTooLarge();
        held.arrived(piece.length);
        pieces.push(piece);
      } catch (error) {
        refuse(error);
      }
    };
    const look = () => {
      if (isTooSlow(bytes, performance.now() - startedMs, graceMs))
        refuse(tooManyRequests('The body of the request comes too slowly.', RETRY_SECONDS));
    };
    const watch = setInterval(look, Math.min(LOOK_EVERY_MS, graceMs));
    body.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken).resume();
  });
}

export const bodyTooLarge = (): ServiceError =>
  new ServiceError('payload_too_large', 'The request body is larger than this route accepts.');
