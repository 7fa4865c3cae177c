import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { NamedKey } from './config.js';

export const CURSOR_TTL_MS = 24 * 3_600_000;

interface Payload<State> {
  organizationId: string;
  list: string;
  expiresMs: number;
  state: State;
}

/**
 * Cursors of one list: the whole request and a position, signed, bound to the list and the organization, good for 24
 * hours (API-7). The first key signs, all of them verify.
 */
export class SignedCursors<State> {
  private readonly keys: Buffer[];

  constructor(
    keys: readonly NamedKey[],
    private readonly list: string,
    private readonly nowMs: () => number = Date.now,
  ) {
    // A key of its own, so that a keyring may have another use beside this one.
    this.keys = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'cursor', 32)));
  }

  seal(organizationId: string, state: State): string {
    const payload: Payload<State> = { organizationId, list: this.list, expiresMs: this.nowMs() + CURSOR_TTL_MS, state };
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${body}.${signature(this.keys[0]!, body).toString('base64url')}`;
  }

  /** Throws `invalid_argument` for a cursor that this list has not made for this organization within a day. */
  open(cursor: string, organizationId: string): State {
    const [body, mac, ...rest] = cursor.split('.');
    const payload = rest.length === 0 && mac !== undefined ? this.verified(body!, mac) : undefined;
    const isValid =
      payload !== undefined &&
      payload.list === this.list &&
      payload.organizationId === organizationId &&
      payload.expiresMs > this.nowMs();
    if (!isValid) throw invalidCursor();
    return payload.state;
  }

  private verified(body: string, mac: string): Payload<State> | undefined {
    const sent = Buffer.from(mac, 'base64url');
    // Decoding ignores stray characters: only the one canonical text of a signature counts.
    if (sent.toString('base64url') !== mac) return undefined;
    const isKnown = this.keys.some((key) => {
      const expected = signature(key, body);
      return expected.length === sent.length && timingSafeEqual(expected, sent);
    });
    return isKnown ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Payload<State>) : undefined;
  }
}

const signature = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(body).digest();

const invalidCursor = () =>
  invalidArgument(
    'The cursor is not valid here: use it unchanged, within 24 hours, with the request that returned it.',
    [{ field: 'cursor', reason: 'is not usable here' }],
  );

/** Throws `invalid_argument`: a parameter beside a cursor may be omitted or has to be that of its request (API-7). */
export function refuseOtherThanCursor(field: string): never {
  throw invalidArgument(`The parameter ${field} differs from the request that returned the cursor.`, [
    { field, reason: 'differs from the cursor' },
  ]);
}
