import { sliceDigest } from '@spanwise/contracts/log/log-message';

/**
 * What a message of the log is recognised by after the log was away: its place, the log's time, microseconds, and the
 * SHA-256 of its bytes. Empty messages have equal bytes, and none has the time of another.
 */
export interface LogAnchor {
  seq: number;
  loggedAtMicros: number;
  digest: Uint8Array;
}

/** A message as it lies in the log. */
export interface StoredMessage {
  seq: number;
  loggedAtMicros: number;
  data: Uint8Array;
}

export const anchorOf = ({ seq, loggedAtMicros, data }: StoredMessage): LogAnchor => ({
  seq,
  loggedAtMicros,
  digest: sliceDigest(data),
});

/** The two ways of reading a message round its nanoseconds differently: by a millisecond at most. */
export const isSameTime = (oneMicros: number, otherMicros: number): boolean =>
  Math.abs(oneMicros - otherMicros) <= 1_000;

export const isAnchor = (message: StoredMessage, anchor: LogAnchor): boolean =>
  isSameTime(message.loggedAtMicros, anchor.loggedAtMicros) && sliceDigest(message.data).equals(anchor.digest);
