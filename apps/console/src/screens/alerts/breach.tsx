/** What breached: the rule in words, the value beside its threshold, and both over time. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { isLast } from '../../lib/range.js';
import { keptMembers } from '../../lib/search.js';
import { Chart, type Series } from '../../ui/chart.js';
import { useClock } from '../../ui/clock.js';
import { Figure } from '../../ui/figure.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceName } from '../../ui/service-name.js';
import { Empty } from '../../ui/states.js';
import type { ScreenSearch } from '../../ui/use-search.js';
import { bandOf, breachPoints, drawnWindow } from './breach-points.js';
import { conditionFigure, conditionWords, type Watched } from './condition-words.js';
import { windowAround, type Incident } from './incident-list.js';

const VALUES = ['opening', 'peak', 'now'] as const;
/** Of both passes of a step. */
const EVALUATIONS = 120;

interface BreachProps {
  incident: Incident;
  watched: Watched | undefined;
  search: ScreenSearch<object>;
}

export function Breach({ incident, watched, search }: BreachProps) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const id = incident.rule_id;
  const evaluations = useQuery({
    queryKey: ['rule evaluations', id, nowMs],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/alerts/rules/{id}/evaluations', {
          params: { path: { id: id! }, query: { limit: EVALUATIONS } },
        }),
      ),
    enabled: id !== undefined,
  });
  const kept = keptMembers(search.raw) as never;
  const given = isLast(search.range) ? undefined : search.window;
  const window = drawnWindow(windowAround(incident, nowMs), given);
  const points = useMemo(
    () => breachPoints(incident, evaluations.data ?? [], window),
    [incident, evaluations.data, window.from, window.to],
  );
  const band = bandOf(incident, watched?.bands ?? []);
  const series = useMemo<Series[]>(
    () => [
      { label: t('value'), colour: '--series', values: points.values },
      ...(band === undefined
        ? []
        : [{ label: t('threshold'), colour: '--bad', values: points.times.map(() => band.threshold), dashed: true }]),
    ],
    [points, band, t],
  );
  const meta = {
    range: window,
    resolution: 'minute' as const,
    last_complete_bucket_at: window.to,
    data_quality: { partial: false, gaps: [], overflow_dimensions: [] },
  };
  return (
    <div className="columns">
      <section className="panel">
        <header>
          <h2>{t('breach')}</h2>
          {incident.rule_id === undefined ? (
            <span className="soft">{incident.rule_name}</span>
          ) : (
            <Link to="/alerts/rules/$rule" params={{ rule: incident.rule_id }} search={kept}>
              {incident.rule_name}
            </Link>
          )}
        </header>
        <BreachFacts incident={incident} watched={watched} />
      </section>
      {points.times.length > 1 ? (
        <Chart
          title={t('value')}
          times={points.times}
          series={series}
          meta={meta}
          format={(value) =>
            value === undefined
              ? { value: '–', unit: '', exact: '' }
              : conditionFigure(watched?.condition, value, locale)
          }
          zoom={search.setRange}
        />
      ) : (
        <section className="panel">
          <Empty title={t('noValues')} />
        </section>
      )}
    </div>
  );
}

function BreachFacts({ incident, watched }: Omit<BreachProps, 'search'>) {
  const t = useT();
  const locale = useLocale();
  const { values } = incident;
  const last = incident.triggering_query?.sample_values.at(-1)?.value ?? undefined;
  const shown = values === undefined ? [['value', last] as const] : VALUES.map((name) => [name, values[name]] as const);
  const band = bandOf(incident, watched?.bands ?? []);
  const { service, namespace = '', environment = '' } = incident.labels;
  const figure = (number: number) => <Figure of={conditionFigure(watched?.condition, number, locale)} />;
  return (
    <dl className="words">
      {service !== undefined && (
        <>
          <dt>{t('service')}</dt>
          <dd>
            <ServiceName of={{ name: service, namespace, environment }} />
          </dd>
        </>
      )}
      {shown.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{t(name === 'value' ? 'value' : `value_${name}`)}</dt>
          <dd data-figure={name === 'value' ? name : `value-${name}`}>{value === undefined ? '–' : figure(value)}</dd>
        </Fragment>
      ))}
      {band !== undefined && (
        <>
          <dt>{t('threshold')}</dt>
          <dd data-figure="threshold">{figure(band.threshold)}</dd>
        </>
      )}
      {watched !== undefined && (
        <>
          <dt>{t('watched')}</dt>
          <dd>{conditionWords(watched, t, locale)}</dd>
        </>
      )}
      <dt>{t('labels')}</dt>
      <dd className="labels">
        {Object.entries(incident.labels).map(([label, of]) => (
          <code key={label}>
            {label}={of}
          </code>
        ))}
      </dd>
    </dl>
  );
}
