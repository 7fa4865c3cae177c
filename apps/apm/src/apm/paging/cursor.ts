/**
 * List cursors: signed, bound to the request that made them, good for 24 hours (API-7).
 * Pure apart from HMAC; the clock is an argument.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { ApmQuery, Direction, Resolution } from '@spanwise/contracts/apm/apm';
import type { NamedKey } from '@spanwise/host/config';
import { FILTERS, type Filters } from '../read/filters.js';

export const CURSOR_TTL_MICROS = 24 * 3_600 * 1_000_000;

/** Everything a page depends on; the range is frozen so that pages do not shift as buckets arrive. */
export interface CursorState {
  organizationId: string;
  endpoint: string;
  filters: Filters;
  /** As asked by the first request; absent members were defaulted. */
  askedFrom?: number;
  askedTo?: number;
  fromMicros: number;
  toMicros: number;
  resolution: Resolution;
  clipped: boolean;
  sort: string;
  direction: Direction;
  limit: number;
  /** Which side of `position` the page lies on. */
  toward: 'next' | 'previous';
  position: RowPosition;
}

/** Sort value of a row, null where it has none, and its full identity: together they order rows without ties. */
export interface RowPosition {
  value: number | string | null;
  identity: string[];
}

interface Payload extends CursorState {
  v: 1;
  kid: string;
  expiresMicros: number;
}

const BAD_CURSOR =
  'The cursor is not valid here: use it unchanged, within 24 hours, with the request that returned it.';

export class CursorCodec {
  constructor(
    private readonly keys: NamedKey[],
    private readonly nowMicros: () => number,
  ) {}

  seal(state: CursorState): string {
    const [{ kid, key }] = this.keys;
    const payload: Payload = { ...state, v: 1, kid, expiresMicros: this.nowMicros() + CURSOR_TTL_MICROS };
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${body}.${signature(key, body).toString('base64url')}`;
  }

  /** Throws `invalid_argument` for every cursor that this product did not make for this caller and endpoint. */
  open(cursor: string, organizationId: string, endpoint: string): CursorState {
    const [body, mac, ...rest] = cursor.split('.');
    const payload = rest.length === 0 && mac !== undefined ? this.verified(body, mac) : undefined;
    const holds =
      payload !== undefined &&
      payload.v === 1 &&
      payload.expiresMicros > this.nowMicros() &&
      payload.organizationId === organizationId &&
      payload.endpoint === endpoint;
    if (!holds) throw invalidArgument(BAD_CURSOR);
    return payload;
  }

  private verified(body: string, mac: string): Payload | undefined {
    const sent = Buffer.from(mac, 'base64url');
    // Decoding ignores stray characters: only the one canonical text of a signature counts.
    if (sent.toString('base64url') !== mac) return undefined;
    const known = this.keys.some(({ key }) => {
      const expected = signature(key, body);
      return expected.length === sent.length && timingSafeEqual(expected, sent);
    });
    return known ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Payload) : undefined;
  }
}

const signature = (key: Buffer, body: string): Buffer =>
  createHmac('sha256', key).update(`apm-cursor.${body}`).digest();

/**
 * A parameter that is omitted beside a cursor is taken from it; one that is given and differs is refused; `limit` may
 * change and `resolution=auto` is always right (API-7).
 */
export function checkAgainstCursor(query: ApmQuery, state: CursorState): void {
  const refuse = (field: string): never => {
    throw invalidArgument(`The parameter ${field} differs from the request that returned the cursor.`, [
      { field, reason: 'differs from the cursor' },
    ]);
  };
  for (const filter of FILTERS) {
    if (query[filter] !== undefined && query[filter] !== state.filters[filter]) refuse(filter);
  }
  if (query.from !== undefined && query.from !== state.askedFrom && query.from !== state.fromMicros) refuse('from');
  if (query.to !== undefined && query.to !== state.askedTo && query.to !== state.toMicros) refuse('to');
  if (query.sort !== undefined && query.sort !== state.sort) refuse('sort');
  if (query.direction !== undefined && query.direction !== state.direction) refuse('direction');
  if (query.resolution !== undefined && query.resolution !== 'auto' && query.resolution !== state.resolution) {
    refuse('resolution');
  }
}
