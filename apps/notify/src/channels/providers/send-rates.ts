/** How fast a connector may send (DELIVERY-14): `burst` at once, then one each `stepMs`. */
export interface SendRate {
  stepMs: number;
  burst: number;
}

/** What chat providers take from one sender. */
export const CHAT_RATE: SendRate = { stepMs: 1_000, burst: 5 };
/** Mail servers and webhooks take more. */
export const BULK_RATE: SendRate = { stepMs: 50, burst: 40 };
