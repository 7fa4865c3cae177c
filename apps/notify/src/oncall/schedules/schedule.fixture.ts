import type { Schedule } from './schedule-rules.js';

/** One rotation that is handed over every day at the hour of its start. */
export const dailySchedule = (
  members: string[],
  firstStartMicros: number,
  activeWindow: Schedule['rotations'][number]['active_window'] = null,
): Schedule => ({
  name: 'Payments',
  description: '',
  team_id: null,
  timezone: 'Europe/Berlin',
  enabled: true,
  rotations: [
    { id: 'r', name: '', members, kind: 'daily', active_window: activeWindow, first_start_at: firstStartMicros },
  ],
  overrides: [],
});
