import type { Api } from './fixtures.js';
import { setup } from './setup.js';
import { REGRESSED } from './telemetry.js';

export interface ScreenCase {
  name: string;
  path: string | ((api: Api) => Promise<string>);
  /** Selector of what the screen shows once it has its answer. */
  ready: string;
}

export const range = (): string => `from=${setup().from}&to=${setup().to}`;

/** The first service that the API lists. */
export const firstService = async (api: Api): Promise<string> =>
  (await api<'ServicePage'>(`apm/services?${range()}&limit=1`)).items[0]!.service.name;
const inRange = (path: string) => () => Promise.resolve(`${path}${path.includes('?') ? '&' : '?'}${range()}`);

/** Screens of the first data; those of an incident are in the tests of alerts. */
export const SCREENS: ScreenCase[] = [
  { name: 'overview', path: '/?range=1h', ready: '.tiles' },
  { name: 'services', path: inRange('/services'), ready: '.table' },
  {
    name: 'service',
    path: async (api) => `/services/${encodeURIComponent(await firstService(api))}?${range()}`,
    ready: '.tiles',
  },
  {
    name: 'transaction',
    path: async (api) => {
      const query = `${range()}&service=${encodeURIComponent(await firstService(api))}`;
      const { transaction } = (await api<'TransactionPage'>(`apm/transactions?${query}&limit=1`)).items[0]!;
      return `/transactions/${encodeURIComponent(transaction.name)}?${query}`;
    },
    ready: '.tiles',
  },
  {
    name: 'compare',
    path: inRange(`/compare?${new URLSearchParams(REGRESSED).toString()}`),
    ready: '[data-explained]',
  },
  { name: 'compare-choice', path: inRange('/compare'), ready: '.table' },
  { name: 'dependencies', path: inRange('/dependencies'), ready: '.table' },
  { name: 'map', path: inRange('/map'), ready: '.map .node' },
  { name: 'errors', path: inRange('/errors'), ready: '.table' },
  {
    name: 'error',
    path: async (api) => {
      const { error } = (await api<'ErrorPage'>(`apm/errors?${range()}&limit=1`)).items[0]!;
      return `/errors/${error.fingerprint}?${range()}`;
    },
    ready: '[data-chart]',
  },
  { name: 'traces', path: inRange('/traces'), ready: '.table' },
  {
    name: 'trace',
    path: async (api) => {
      const [trace] = (await api<'TracePage'>(`web/traces?${range()}&sort=span_count_desc&limit=1`)).items;
      return `/traces/${trace!.trace_id}?${range()}`;
    },
    ready: '.waterfall .row',
  },
  { name: 'data', path: inRange('/data'), ready: '.tiles' },
  { name: 'incidents', path: '/alerts?range=24h', ready: '.table, .empty' },
  { name: 'rules', path: inRange('/alerts/rules'), ready: '.table' },
  { name: 'silences', path: inRange('/alerts/silences'), ready: '.table, .empty' },
  { name: 'empty', path: '/services?from=1700000000000000&to=1700000060000000', ready: '.empty' },
  { name: 'no-screen', path: '/traces/00000000000000000000000000000001', ready: '[role=alert]' },
];
