/** Cursors of traces and logs: signed, good for 24 hours, with the whole request inside (API-7). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { NamedKey } from '@spanwise/host/config';

const TTL_MS = 24 * 3_600_000;

interface Sealed<State> {
  organizationId: string;
  list: string;
  expiresMs: number;
  state: State;
}

export class PageCursors<State> {
  constructor(
    private readonly keys: readonly NamedKey[],
    /** Of which list. */
    private readonly list: string,
    private readonly nowMs: () => number = Date.now,
  ) {}

  seal(organizationId: string, state: State): string {
    const sealed: Sealed<State> = { organizationId, list: this.list, expiresMs: this.nowMs() + TTL_MS, state };
    const body = Buffer.from(JSON.stringify(sealed)).toString('base64url');
    return `${body}.${signature(this.keys[0].key, body).toString('base64url')}`;
  }

  /** Throws `invalid_argument` for whatever this list has not made for this organization within a day. */
  open(cursor: string, organizationId: string): State {
    const [body, mac = '', ...rest] = cursor.split('.');
    const sent = Buffer.from(mac, 'base64url');
    const held =
      rest.length === 0 &&
      sent.toString('base64url') === mac &&
      this.keys.some(({ key }) => {
        const expected = signature(key, body);
        return expected.length === sent.length && timingSafeEqual(expected, sent);
      });
    const sealed = held ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Sealed<State>) : undefined;
    const good =
      sealed !== undefined &&
      sealed.list === this.list &&
      sealed.organizationId === organizationId &&
      sealed.expiresMs > this.nowMs();
    if (!good) throw invalidArgument('The cursor is not valid here: use it unchanged, within 24 hours, with its list.');
    return sealed.state;
  }
}

const signature = (key: Buffer, body: string): Buffer =>
  createHmac('sha256', key).update(`telemetry-cursor.${body}`).digest();
