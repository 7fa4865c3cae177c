/** What became of everything that was received: counted, repeated, late, dead, lost, stored. */
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { COUNTERS, lagSeconds, sumsOf } from '../../lib/data-health.js';
import { count, duration, time } from '../../lib/format.js';
import { DEGRADATIONS } from '../../ui/degradations.js';
import { Figure } from '../../ui/figure.js';
import { useLocale } from '../../ui/preferences.js';
import { Answered, Problems } from '../../ui/states.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch } from '../../ui/use-search.js';
import { Gaps, Partitions, Shards } from './counting.js';
import { DATA_FIELDS, type DataSearch, type DataState } from './data-search.js';
import { Recount } from './recount.js';
import { Stored } from './stored.js';

type Health = Schemas['ApmHealth'];

export function Data() {
  const t = useT();
  const search = useScreenSearch<DataState>(DATA_FIELDS);
  const health = useQuery({
    queryKey: ['data health', search.window],
    queryFn: () => answerOf(api.GET('/api/v1/apm/health', { params: { query: search.window } })),
  });
  return (
    <>
      <div className="screen-head">
        <h1>{t('healthTitle')}</h1>
        {health.data !== undefined && (
          <span className={`state ${health.data.degraded ? 'warning' : 'healthy'}`}>
            {t(health.data.degraded ? 'healthDegraded' : 'healthGood')}
          </span>
        )}
        {health.data !== undefined && <Trust meta={health.data.meta} />}
      </div>
      <Problems problems={search.problems} />
      <Answered of={health} height={480}>
        {(data) => <Loaded health={data} search={search} />}
      </Answered>
    </>
  );
}

function Loaded({ health, search }: { health: Health; search: DataSearch }) {
  const t = useT();
  const locale = useLocale();
  const { runtime, boundaries, gaps, degraded_reasons: reasons } = health;
  const { projector, rollups, overflow } = runtime;
  const at = (micros: number) => time(micros, locale, { seconds: false });
  return (
    <div className="stack">
      {reasons.length > 0 && (
        <div className="notice warn" role="status">
          <div>{reasons.map((reason) => t(DEGRADATIONS[reason])).join(' ')}</div>
        </div>
      )}
      {projector.answering && <Sums shards={projector.shards} />}
      <div className="facts">
        <span>{t('ofEverybody')}</span>
        <span>{t('countedSince', { time: at(boundaries.projection_started_at) })}</span>
        <span>{t('minutesComplete', { time: at(boundaries.last_complete_minute_at + 60_000_000) })}</span>
        <span>{t('minutesKept', { time: at(boundaries.minutes_kept_from) })}</span>
        <span>{t('hoursKept', { time: at(boundaries.hours_kept_from) })}</span>
      </div>
      <Gaps gaps={gaps} overflow={overflow} />
      <Recount boundaries={boundaries} search={search} />
      <Stored />
      <Shards shards={projector.shards} answering={projector.answering} />
      <Partitions rollups={rollups} />
    </div>
  );
}

/** Of all organizations: a shard counts for all of them. */
function Sums({ shards }: { shards: readonly Schemas['ShardRuntime'][] }) {
  const t = useT();
  const locale = useLocale();
  const sums = sumsOf(shards);
  const lag = lagSeconds(shards);
  const tile = (name: string, label: string, figure: Parameters<typeof Figure>[0]['of'], what: string) => (
    <div className="tile" key={name} data-figure={name}>
      <dt>{label}</dt>
      <dd className="figure">
        <Figure of={figure} />
      </dd>
      <dd className="change">{what}</dd>
    </div>
  );
  return (
    <dl className="tiles six">
      {COUNTERS.map((counter) =>
        tile(counter, t(`counter_${counter}`), count(sums[counter], locale), t(`counterWhat_${counter}`)),
      )}
      {tile('lag', t('lag'), duration(lag * 1e6, locale, lag === 0 ? 's' : undefined), t('lagWhat'))}
    </dl>
  );
}
