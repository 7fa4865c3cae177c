import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, ApiError } from '../../lib/api.js';
import { ago, time } from '../../lib/format.js';
import { text } from '../../lib/search.js';
import { useClock } from '../../ui/clock.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { Answered, Problems } from '../../ui/states.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';
import { AlertsTabs } from './alerts-tabs.js';
import { Around } from './around.js';
import { Breach } from './breach.js';
import { watchedByVersion, type Watched } from './condition-words.js';
import { IncidentActions } from './incident-actions.js';
import { windowAround, type Incident as Facts } from './incident-list.js';
import { usePeople } from './people.js';
import { Severity } from './severity.js';
import { endWords, faultWords, whyQuiet } from './timeline-words.js';
import { Timeline } from './timeline.js';

interface State {
  environment: string;
}
const FIELDS = { environment: text() };

/** What is not there is no fault: of such an incident nothing is known. */
const orNothing = <T,>(asking: Promise<T>): Promise<T | null> =>
  asking.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

export function Incident() {
  const t = useT();
  const { incident: id } = useParams({ strict: false }) as { incident: string };
  const { nowMs } = useClock();
  const search = useScreenSearch<State>(FIELDS);
  const params = { path: { id } };
  // Its key has no time in it: an action on the incident is put into this very answer.
  const incident = useQuery({
    queryKey: ['incident', id],
    queryFn: () => answerOf(api.GET('/api/v1/alerts/incidents/{id}', { params })),
    placeholderData: undefined,
    refetchInterval: REFRESH_MS,
  });
  const timeline = useQuery({
    queryKey: ['incident timeline', id],
    queryFn: () => answerOf(api.GET('/api/v1/alerts/incidents/{id}/timeline', { params })),
    placeholderData: undefined,
    refetchInterval: REFRESH_MS,
  });
  const cause = useQuery({
    queryKey: ['incident cause', id, nowMs],
    queryFn: () => orNothing(answerOf(api.GET('/api/v1/alerts/incidents/{id}/rca', { params }))),
  });
  const watched = useWatched(incident.data);
  return (
    <>
      <AlertsTabs at="incidents" />
      <Problems problems={search.problems} />
      {incident.data === undefined && (
        <div className="screen-head">
          <h1>{t('incident')}</h1>
        </div>
      )}
      <Answered of={incident} height={480}>
        {(data) => (
          <>
            <Head incident={data} quiet={whyQuiet(timeline.data ?? [], t)} />
            <IncidentActions incident={data} />
            <Breach incident={data} watched={watched} search={search as ScreenSearch<object>} />
            <div className="columns">
              <Panel title={t('timeline')}>
                <Answered of={timeline} height={160}>
                  {(entries) => <Timeline entries={entries} condition={watched?.condition} />}
                </Answered>
              </Panel>
              <Around incident={data} cause={cause.data ?? undefined} window={windowAround(data, nowMs)} />
            </div>
          </>
        )}
      </Answered>
    </>
  );
}

const REFRESH_MS = 30_000;

/** As the rule was when the incident began; undefined where that is not known any more. */
function useWatched(incident: Facts | undefined): Watched | undefined {
  const id = incident?.rule_id;
  const versions = useQuery({
    queryKey: ['rule versions', id],
    queryFn: () =>
      orNothing(answerOf(api.GET('/api/v1/alerts/rules/{id}/versions', { params: { path: { id: id! } } }))),
    enabled: id !== undefined,
  });
  const of = versions.data?.find(({ version }) => version === incident?.rule_version);
  return of === undefined ? undefined : watchedByVersion(of);
}

function Head({ incident, quiet }: { incident: Facts; quiet: string | undefined }) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const { nameOf } = usePeople();
  const { status, started_at: since, resolved_at: over, acknowledged_by: by, assignees } = incident;
  const who = assignees[0] ?? by;
  const at = (micros: number) => <span title={time(micros, locale)}>{ago(micros, nowMs, locale)}</span>;
  const snoozed = incident.snoozed_until !== undefined && incident.snoozed_until > nowMs * 1_000;
  return (
    <>
      <div className="screen-head">
        <h1>{incident.summary}</h1>
        <div className="facts">
          <Severity of={incident.severity} />
          <span data-status={status}>{t(`incident_${status}`)}</span>
          {incident.fault !== undefined && <span title={incident.fault.reason}>{t('entryFailed')}</span>}
          <span>
            {t('since')} {at(since)}
          </span>
          {who !== undefined && (
            <span>
              {t('inHands')}: {nameOf(who)}
            </span>
          )}
          {over !== undefined && (
            <span>
              {endWords(incident.resolved_reason ?? '', t)} {at(over)}
            </span>
          )}
        </div>
      </div>
      {status !== 'resolved' && (snoozed || quiet !== undefined) && (
        <p className="notice">
          {t('notificationsSuppressed', { reason: snoozed ? snoozedWords(incident, t, locale) : quiet! })}
        </p>
      )}
      {incident.no_channel === true && <div className="notice warn">{t('noChannel')}</div>}
      {(incident.faults ?? []).length > 0 && (
        <div className="notice warn">
          <div>
            {t('faults')}: {incident.faults!.map((fault) => faultWords({ ...fault }, t)).join('; ')}
          </div>
        </div>
      )}
    </>
  );
}

const snoozedWords = (
  { snoozed_until: until }: Facts,
  t: ReturnType<typeof useT>,
  locale: ReturnType<typeof useLocale>,
): string => t('quietSnoozed', { time: time(until!, locale, { seconds: false }) });
