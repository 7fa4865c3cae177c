/** A moment as the API says it: microseconds since 1970, of a date that knows milliseconds. */
export const microsOf = (date: Date): number => date.getTime() * 1_000;
