/** Ids as people and other systems write them: in capitals, with 16 digits (B3), or without the zeros that they begin with. Pure. */
const HEX = /^(?!0+$)[0-9a-f]{1,32}$/;
const B3 = /^[0-9a-f]{16}$/;
const DIGITS = 32;

/** The id of a trace as it is stored, 32 small hexadecimal digits; undefined where the text is none. */
export function traceIdOf(text: string): string | undefined {
  const digits = text.trim().toLowerCase();
  return HEX.test(digits) ? digits.padStart(DIGITS, '0') : undefined;
}

/** Of a record that came without OTLP: what is no id stays what it is. */
export function sentTraceId(text: string): string {
  const digits = text.toLowerCase();
  return B3.test(digits) ? digits.padStart(DIGITS, '0') : digits;
}
