const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Microseconds of a moment in one of the three forms (see `AuditQuery`); NaN for a date that does not exist. Pure. */
export function momentMicros(text: string, nowMs: number): number {
  if (/^\d+$/.test(text)) return Number(text);
  const relative = /^now(?:-(\d+)([smhd]))?$/.exec(text);
  if (relative === null) return Date.parse(text) * 1_000;
  const [, amount = '0', unit = 's'] = relative;
  return (nowMs - Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]) * 1_000;
}
