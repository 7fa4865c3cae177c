/** Rate, errors and latency over a range, the first two beside the range before. */
import { useMemo } from 'react';
import { useT } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';
import { duration, rate, share } from '../lib/format.js';
import type { Window } from '../lib/range.js';
import { bucketMicros, type Meta } from '../lib/trust.js';
import { Chart, type Series } from './chart.js';
import { useLocale } from './preferences.js';

type Trend = readonly Schemas['TrendPoint'][];

interface RedChartsProps {
  trend: Trend;
  before?: Trend;
  meta: Meta;
  zoom: (window: Window) => void;
}

export function RedCharts({ trend, before, meta, zoom }: RedChartsProps) {
  const t = useT();
  const locale = useLocale();
  const charts = useMemo(() => {
    const seconds = bucketMicros(meta) / 1e6;
    const of = (points: Trend, value: (red: Schemas['RedSummary']) => number | undefined) =>
      points.map(({ red }) => value(red));
    const perSecond = (red: Schemas['RedSummary']) => red.request_count / seconds;
    const failed = (red: Schemas['RedSummary']) => (red.request_count === 0 ? undefined : red.error_rate);
    const withBefore = (label: string, colour: string, value: typeof failed): Series[] => [
      ...(before === undefined || before.every(({ red }) => red.request_count === 0)
        ? []
        : [{ label: t('before'), colour: '--before', values: of(before, value).slice(0, trend.length), dashed: true }]),
      { label, colour, values: of(trend, value) },
    ];
    return {
      times: trend.map(({ bucket_at }) => bucket_at),
      rate: withBefore(t('requests'), '--series', perSecond),
      errors: withBefore(t('errors'), '--bad', failed),
      latency: [
        { label: 'p50', colour: '--series', values: of(trend, (red) => red.p50_micros) },
        { label: 'p95', colour: '--series-2', values: of(trend, (red) => red.p95_micros) },
        { label: 'p99', colour: '--series-3', values: of(trend, (red) => red.p99_micros) },
      ] satisfies Series[],
    };
  }, [trend, before, meta, t]);
  const { times } = charts;
  const common = { times, meta, zoom };
  return (
    <div className="columns three">
      <Chart {...common} title={t('requestRate')} series={charts.rate} format={(value) => rate(value, locale)} />
      <Chart {...common} title={t('errorRate')} series={charts.errors} format={(value) => share(value, locale)} />
      <Chart {...common} title={t('latency')} series={charts.latency} format={(value) => duration(value, locale)} />
    </div>
  );
}
