import { timingSafeEqual } from 'node:crypto';

export interface SignedCallback {
  /** In lower case, those of the signature alone. */
  headers: Partial<Record<CallbackHeader, string>>;
  /** As it arrived: the signature is over these bytes. */
  body: Buffer;
}

export const CALLBACK_HEADERS = [
  'x-slack-request-timestamp',
  'x-slack-signature',
  'x-lark-request-timestamp',
  'x-lark-request-nonce',
  'x-lark-signature',
] as const;
export type CallbackHeader = (typeof CALLBACK_HEADERS)[number];

/** A callback whose signature holds. */
export interface CallbackFacts {
  /** One for each callback: the same again is a replay. Absent for a question that changes nothing. */
  signature?: string;
  /** Absent where the provider says something that is no wish to acknowledge. */
  wish?: { incidentId: string; chatUser: string };
  /** What the provider expects as the body. */
  answer: Record<string, unknown>;
}

const WINDOW_MS = 300_000;

/** Seconds as the providers write them, at most five minutes from now. */
export const isFresh = (seconds: string, nowMs: number): boolean =>
  /^\d{9,12}$/.test(seconds) && Math.abs(Number(seconds) * 1_000 - nowMs) <= WINDOW_MS;

/** In a time that does not show where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
