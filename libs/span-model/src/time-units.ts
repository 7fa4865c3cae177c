export const MINUTE_MICROS = 60_000_000;
export const HOUR_MICROS = 60 * MINUTE_MICROS;
export const DAY_MICROS = 24 * HOUR_MICROS;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
