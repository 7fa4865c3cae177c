/** The screens of the console, with things of the sent data in their paths. */
import { must } from '../isolation/http.js';
import type { Access } from '../product.js';
import { REGRESSED } from './two-versions.js';

export interface Screen {
  name: string;
  path: string;
  /** A selector of what is there once the screen has its answer. */
  ready: string;
}

interface Listed {
  items: {
    service: { name: string };
    transaction?: { name: string; kind: string };
    error?: { fingerprint: string };
    trace_id?: string;
  }[];
}

export async function screensOf(
  { baseUrl, readToken }: Access,
  { from, to }: { from: number; to: number },
): Promise<Screen[]> {
  const query = `from=${from}&to=${to}`;
  const first = async (path: string) => (await must<Listed>(baseUrl, `GET /api/v1/${path}`, readToken)).items[0];
  const service = (await first(`apm/services?${query}&limit=1`)).service.name;
  const { transaction } = await first(`apm/transactions?${query}&limit=1&service=${encodeURIComponent(service)}`);
  const error = (await first(`apm/errors?${query}&limit=1`)).error!.fingerprint;
  const trace = (await first(`web/traces?${query}&limit=1&sort=span_count_desc`)).trace_id!;
  return [
    { name: 'overview', path: `/?range=1h`, ready: '.tiles' },
    { name: 'services', path: `/services?${query}`, ready: '.table' },
    { name: 'service', path: `/services/${encodeURIComponent(service)}?${query}`, ready: '.tiles' },
    {
      name: 'transaction',
      path: `/transactions/${encodeURIComponent(transaction!.name)}?${query}&service=${encodeURIComponent(service)}`,
      ready: '.tiles',
    },
    {
      name: 'compare',
      path: `/compare?${new URLSearchParams(REGRESSED).toString()}&${query}`,
      ready: '[data-explained]',
    },
    { name: 'compare-choice', path: `/compare?${query}`, ready: '.table' },
    { name: 'dependencies', path: `/dependencies?${query}`, ready: '.table' },
    { name: 'map', path: `/map?${query}`, ready: '.map .node' },
    { name: 'errors', path: `/errors?${query}`, ready: '.table' },
    { name: 'error', path: `/errors/${error}?${query}`, ready: '[data-chart]' },
    { name: 'traces', path: `/traces?${query}`, ready: '.table' },
    { name: 'trace', path: `/traces/${trace}?${query}`, ready: '.waterfall .row' },
    { name: 'data', path: `/data?${query}`, ready: '.tiles' },
    { name: 'incidents', path: `/alerts?range=24h`, ready: '.table, .empty' },
    { name: 'rules', path: `/alerts/rules?${query}`, ready: '.table' },
    { name: 'silences', path: `/alerts/silences?${query}`, ready: '.table, .empty' },
    { name: 'empty', path: `/services?from=1700000000000000&to=1700000060000000`, ready: '.empty' },
    { name: 'no-screen', path: `/traces/00000000000000000000000000000001`, ready: '[role=alert]' },
  ];
}
