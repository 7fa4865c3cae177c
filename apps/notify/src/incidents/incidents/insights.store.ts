/** Figures of the incidents that were opened within a window (ALERT-39). */
import type { IncidentInsights } from '@spanwise/contracts/alerting/incidents';
import { SEVERITIES } from '@spanwise/contracts/alerting/alert-conditions';
import type { PoolClient } from 'pg';

const TOP = 8;
/** What ended so soon was not worth a page. */
const NOISE_SECS = 60;
const HOURS = 24;

interface Totals {
  total: number;
  active: number;
  closed: number;
  mttr_secs: number | null;
  mtta_p50_secs: number | null;
  mtta_p95_secs: number | null;
  mttr_p50_secs: number | null;
  mttr_p95_secs: number | null;
  noisy: number;
}

type Counts = { key: string; count: number }[];

export async function insightsOf(
  client: PoolClient,
  organizationId: string,
  windowSecs: number,
): Promise<IncidentInsights> {
  const within = [organizationId, windowSecs];
  const totals = await client.query<Totals>(TOTALS, within);
  const counted = async (key: string, from = '', more = '') =>
    (
      await client.query<Counts[number]>(
        `select ${key} as key, count(*)::int as count from incidents ${from}
         where ${WITHIN} group by 1 order by count desc, key ${more}`,
        within,
      )
    ).rows;
  const { noisy, mttr_secs: mean, ...rest } = totals.rows[0]!;
  const hours = new Map((await counted(`extract(hour from created_at at time zone 'UTC')::int::text`)).map(entryOf));
  const severities = new Map((await counted('severity')).map(entryOf));
  return {
    window_secs: windowSecs,
    total: rest.total,
    active: rest.active,
    closed: rest.closed,
    mttr_secs: mean ?? 0,
    ...present(rest),
    noise_rate: rest.closed === 0 ? 0 : noisy / rest.closed,
    by_hour: Array.from({ length: HOURS }, (_, hour) => hours.get(String(hour)) ?? 0),
    by_severity: Object.fromEntries(SEVERITIES.map((severity) => [severity, severities.get(severity) ?? 0])),
    top_services: await counted(
      'service',
      `cross join lateral jsonb_array_elements_text(details->'affected_services') as service`,
      `limit ${TOP}`,
    ),
    top_rules: await counted(`details->>'rule_name'`, '', `limit ${TOP}`),
  };
}

const entryOf = ({ key, count }: Counts[number]): [string, number] => [key, count];

const WITHIN = 'organization_id = $1 and created_at >= now() - make_interval(secs => $2)';
const ACKNOWLEDGING = 'extract(epoch from acknowledged_at - created_at)::float8';
const RESOLVING = 'extract(epoch from resolved_at - created_at)::float8';
const quantile = (share: number, of: string) => `percentile_cont(${share}) within group (order by ${of})`;
const TOTALS = `
  select count(*)::int as total, count(*) filter (where status <> 'resolved')::int as active,
    count(*) filter (where status = 'resolved')::int as closed, avg(${RESOLVING}) as mttr_secs,
    ${quantile(0.5, ACKNOWLEDGING)} as mtta_p50_secs, ${quantile(0.95, ACKNOWLEDGING)} as mtta_p95_secs,
    ${quantile(0.5, RESOLVING)} as mttr_p50_secs, ${quantile(0.95, RESOLVING)} as mttr_p95_secs,
    count(*) filter (where ${RESOLVING} < ${NOISE_SECS})::int as noisy
  from incidents where ${WITHIN}`;

const QUANTILES = ['mtta_p50_secs', 'mtta_p95_secs', 'mttr_p50_secs', 'mttr_p95_secs'] as const;

/** Times of which there are none are absent. */
const present = (totals: Pick<Totals, (typeof QUANTILES)[number]>) =>
  Object.fromEntries(QUANTILES.flatMap((name) => (totals[name] === null ? [] : [[name, totals[name]]])));
