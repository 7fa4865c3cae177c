import { describe, expect, it } from 'vitest';
import { incidentsAsked, listed, pageOf, windowAround, type Incident, type IncidentState } from './incident-list.js';

const NOW_MS = 1_800_000_000_000;
const HOUR_MICROS = 3_600_000_000;
const WINDOW = { from: NOW_MS * 1_000 - HOUR_MICROS, to: NOW_MS * 1_000 };
const ALL: IncidentState = { status: 'all', severity: '', service: '', environment: '', cursor: '' };

const incident = (id: string, change: Partial<Incident> = {}): Incident =>
  ({
    id,
    status: 'open',
    severity: 'warning',
    labels: { environment: 'production' },
    affected_services: ['shop'],
    started_at: WINDOW.from,
    created_at: WINDOW.from,
    ...change,
  }) as Incident;
const INCIDENTS = [
  incident('resolved', { status: 'resolved', severity: 'critical' }),
  incident('taken', { status: 'acknowledged', severity: 'critical' }),
  incident('warning'),
  incident('newer', { created_at: WINDOW.from + 1 }),
  incident('critical', { severity: 'critical', labels: {}, affected_services: ['cart'] }),
  incident('long over', { status: 'resolved', created_at: WINDOW.from - 1 }),
  incident('long there', { severity: 'info', created_at: WINDOW.from - HOUR_MICROS }),
];
const ids = (state: Partial<IncidentState>) => listed(INCIDENTS, { ...ALL, ...state }, WINDOW).map(({ id }) => id);

describe('the list of incidents', () => {
  it('has open ones first, then acknowledged ones; of each the most severe, then the newest', () => {
    expect(ids({})).toEqual(['critical', 'newer', 'warning', 'long there', 'taken', 'resolved']);
  });

  it.each<[Partial<IncidentState>, string[]]>([
    [{ status: 'active' }, ['critical', 'newer', 'warning', 'long there', 'taken']],
    [{ status: 'open', severity: 'critical' }, ['critical']],
    [{ status: 'acknowledged' }, ['taken']],
    [{ status: 'resolved' }, ['resolved']],
    [{ service: 'cart' }, ['critical']],
    [{ environment: 'production', severity: 'critical' }, ['taken', 'resolved']],
  ])('is narrowed by %j', (state, expected) => {
    expect(ids(state)).toEqual(expected);
  });

  it('asks for what is over only where that is wanted, as far back as the range goes and the API answers', () => {
    expect(incidentsAsked('active', WINDOW, NOW_MS)).toEqual({ scope: 'active' });
    expect(incidentsAsked('resolved', WINDOW, NOW_MS + 90_000)).toEqual({ scope: 'all', window_secs: 3_690 });
    expect(incidentsAsked('all', { from: WINDOW.to - 1, to: WINDOW.to }, NOW_MS).window_secs).toBe(3_600);
    expect(incidentsAsked('all', { from: 0, to: WINDOW.to }, NOW_MS).window_secs).toBe(31_536_000);
  });

  it('is turned page by page', () => {
    const rows = Array.from({ length: 120 }, (_, at) => at);
    expect(pageOf(rows, '')).toEqual({ items: rows.slice(0, 50), previous_cursor: null, next_cursor: '50' });
    expect(pageOf(rows, '100')).toEqual({ items: rows.slice(100), previous_cursor: '50', next_cursor: null });
    for (const broken of ['-1', 'x', '1.5']) expect(pageOf(rows, broken).items[0]).toBe(0);
    expect(pageOf(rows, '500').items).toEqual([119]);
    expect(pageOf([], '50')).toEqual({ items: [], previous_cursor: null, next_cursor: null });
  });
});

describe('what an incident leads to', () => {
  it('is half an hour around it, and never of the future', () => {
    const started = WINDOW.to - 10 * HOUR_MICROS;
    const over = incident('over', { started_at: started, resolved_at: started + HOUR_MICROS });
    expect(windowAround(over, NOW_MS)).toEqual({ from: started - HOUR_MICROS / 2, to: started + 1.5 * HOUR_MICROS });
    expect(windowAround(incident('on'), NOW_MS)).toEqual({ from: WINDOW.from - HOUR_MICROS / 2, to: WINDOW.to });
  });
});
