/** 64-bit nanoseconds without BigInt: whole microseconds and the nanoseconds left over. */
export interface NanoTime {
  micros: number;
  /** 0 to 999. */
  rest: number;
}

/** From the two halves of an unsigned 64-bit integer: 2^32 ns is 4,294,967 µs and 296 ns. */
export function fromHalves(low: number, high: number, out: NanoTime): void {
  const rest = high * 296 + low;
  const micros = Math.floor(rest / 1_000);
  out.micros = high * 4_294_967 + micros;
  out.rest = rest - micros * 1_000;
}

export function fromBigInt(nanos: bigint, out: NanoTime): void {
  out.micros = Number(nanos / 1_000n);
  out.rest = Number(nanos % 1_000n);
}

/** `end - start` in microseconds, rounded half up; negative when the end lies before the start. */
export function durationMicros(start: NanoTime, end: NanoTime): number {
  return end.micros - start.micros + (end.rest - start.rest >= 500 ? 1 : end.rest - start.rest < -500 ? -1 : 0);
}
