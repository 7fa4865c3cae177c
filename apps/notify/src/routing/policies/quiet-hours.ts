import type { QuietHours } from '@spanwise/contracts/notify/recipients';

/** Whether the moment is within the hours in which a user wants to be left alone. The end itself is outside. */
export function isQuiet(hours: QuietHours | null, atMs: number): boolean {
  if (hours === null || !hours.enabled) return false;
  const { start, end } = hours;
  if (start === end) return true;
  const now = clockIn(hours.timezone, atMs);
  return start < end ? now >= start && now < end : now >= start || now < end;
}

/** `HH:MM` of the moment in a time zone: wall time, so that a change to summer time moves the hours with it. */
function clockIn(timeZone: string, atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    atMs,
  );
}
