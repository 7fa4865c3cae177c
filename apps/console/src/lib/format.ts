/** The one formatter of durations, counts, rates, shares and times. Pure; locale and zone are given. */

export interface Locale {
  language: string;
  /** Of the time zone database. */
  zone: string;
}

/** `exact` is for pointing at it or copying it. */
export interface Figure {
  value: string;
  unit: string;
  exact: string;
}

export const DURATION_UNITS = ['µs', 'ms', 's', 'min', 'h'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];
const MICROS_OF: Record<DurationUnit, number> = { µs: 1, ms: 1e3, s: 1e6, min: 6e7, h: 3.6e9 };
const NONE: Figure = { value: '–', unit: '', exact: '' };

const formats = new Map<string, Intl.NumberFormat>();
function number(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = new Intl.NumberFormat(language, options)));
  return format;
}

/** Three digits that say something; whole numbers from 100 on. */
const threeDigits = (value: number, language: string): string =>
  Math.abs(value) >= 100
    ? number(language, { maximumFractionDigits: 0 }).format(value)
    : number(language, { maximumSignificantDigits: 3 }).format(value);

/** The unit in which a duration has one to three digits before the point. */
export function unitOf(micros: number): DurationUnit {
  if (micros < 1_000) return 'µs';
  if (micros < 1e6) return 'ms';
  if (micros < 6e7) return 's';
  return micros < 3.6e9 ? 'min' : 'h';
}

/** One unit for a column: that of its median, so that most of its figures have few digits. */
export function columnUnit(micros: readonly (number | undefined)[]): DurationUnit {
  const known = micros.filter((one) => one !== undefined).toSorted((one, other) => one - other);
  return known.length === 0 ? 'ms' : unitOf(known[Math.floor(known.length / 2)]!);
}

export function duration(micros: number | undefined, { language }: Locale, unit?: DurationUnit): Figure {
  if (micros === undefined) return NONE;
  const chosen = unit ?? unitOf(micros);
  return {
    value: threeDigits(micros / MICROS_OF[chosen], language),
    unit: chosen,
    exact: `${number(language, {}).format(micros)} µs`,
  };
}

/** Whole up to five digits, then short. */
export function count(value: number | undefined, { language }: Locale): Figure {
  if (value === undefined) return NONE;
  const exact = number(language, { maximumFractionDigits: 3 }).format(value);
  const short = { notation: 'compact', maximumSignificantDigits: 3 } as const;
  return { value: Math.abs(value) < 100_000 ? exact : number(language, short).format(value), unit: '', exact };
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** In powers of 1,000. */
export function bytes(value: number, { language }: Locale): Figure {
  const step = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return {
    value: threeDigits(value / 1_000 ** step, language),
    unit: BYTE_UNITS[step]!,
    exact: `${number(language, {}).format(value)} B`,
  };
}

/** A number without a unit, of whatever size. */
export function plainNumber(value: number, { language }: Locale): Figure {
  return {
    value: threeDigits(value, language),
    unit: '',
    exact: number(language, { maximumFractionDigits: 6 }).format(value),
  };
}

/** Per second. */
export function rate(perSecond: number | undefined, { language }: Locale): Figure {
  if (perSecond === undefined) return NONE;
  const exact = `${number(language, { maximumFractionDigits: 6 }).format(perSecond)} /s`;
  return { value: threeDigits(perSecond, language), unit: '/s', exact };
}

/** Of a share between 0 and 1. A share that is not 0 never reads as 0. */
export function share(part: number | undefined, { language }: Locale): Figure {
  if (part === undefined) return NONE;
  const percent = part * 100;
  const exact = `${number(language, { maximumFractionDigits: 6 }).format(percent)} %`;
  if (percent > 0 && percent < 0.01) return { value: `< ${number(language, {}).format(0.01)}`, unit: '%', exact };
  const digits = percent > 0 && percent < 10 ? 2 : 1;
  return { value: number(language, { maximumFractionDigits: digits }).format(percent), unit: '%', exact };
}

/** How many times as much. */
export function factor(times: number | undefined, { language }: Locale): Figure {
  if (times === undefined) return NONE;
  const exact = number(language, { maximumFractionDigits: 6 }).format(times);
  return { value: number(language, { maximumSignificantDigits: 3 }).format(times), unit: '×', exact };
}

/** Difference of two shares, in points of a percentage. */
export function points(difference: number | undefined, { language }: Locale): Figure {
  if (difference === undefined) return NONE;
  const percent = difference * 100;
  const sign = { signDisplay: 'exceptZero' } as const;
  return {
    value: number(language, { ...sign, maximumSignificantDigits: 2 }).format(percent),
    unit: 'pp',
    exact: number(language, { ...sign, maximumFractionDigits: 6 }).format(percent),
  };
}

/** How much a figure differs from the one before, as a share of it; undefined where there is nothing to compare. */
export function change(now: number | undefined, before: number | undefined): number | undefined {
  if (now === undefined || before === undefined || before === 0) return undefined;
  return now / before - 1;
}

export function changeText(part: number, { language }: Locale): string {
  const bounded = Math.min(part, 9.99);
  const text = number(language, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  return `${part > bounded ? '> ' : ''}${text.format(bounded)}`;
}

const times = new Map<string, Intl.DateTimeFormat>();
function dateTime({ language, zone }: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${JSON.stringify(options)}`;
  let format = times.get(key);
  if (format === undefined)
    times.set(key, (format = new Intl.DateTimeFormat(language, { ...options, timeZone: zone, hourCycle: 'h23' })));
  return format;
}

const DAY = { year: 'numeric', month: 'short', day: '2-digit' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** The zone as it is at that moment: `UTC`, `GMT+5:45`, `EST`. */
export function zoneName(micros: number, locale: Locale): string {
  const parts = dateTime(locale, { timeZoneName: 'short' }).formatToParts(micros / 1_000);
  return parts.find(({ type }) => type === 'timeZoneName')!.value;
}

/** An absolute time never stands without its zone. `seconds` and `day` where they say something. */
export function time(micros: number, locale: Locale, parts: { day?: boolean; seconds?: boolean } = {}): string {
  const { day = true, seconds = true } = parts;
  const options = { ...(day && DAY), ...CLOCK, ...(seconds && { second: '2-digit' as const }) };
  return `${dateTime(locale, options).format(micros / 1_000)} ${zoneName(micros, locale)}`;
}

/** From one time to another; the day and the zone stand once where they are the same. */
export function timeRange(from: number, to: number, locale: Locale): string {
  const format = dateTime(locale, { ...DAY, ...CLOCK });
  return `${format.formatRange(from / 1_000, to / 1_000)} ${zoneName(to, locale)}`;
}

/** A mark on an axis, whose zone stands beside the chart. */
export const axisTime = (seconds: number, locale: Locale, day: boolean): string =>
  dateTime(locale, day ? { month: 'short', day: '2-digit' } : CLOCK).format(seconds * 1_000);

/** How long ago, in the largest unit that fits. */
export function ago(micros: number, nowMs: number, { language }: Locale): string {
  const seconds = Math.max(0, Math.round(nowMs / 1_000 - micros / 1e6));
  const [size, unit] = (
    [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([length]) => seconds >= length) ?? [1, 'second' as const];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' });
  return format.format(-Math.floor(seconds / size), unit);
}
