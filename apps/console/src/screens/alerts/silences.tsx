import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useT, type Translate } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { timeRange, type Locale } from '../../lib/format.js';
import { cursor, text } from '../../lib/search.js';
import { useClock } from '../../ui/clock.js';
import { ListPage } from '../../ui/list-page.js';
import { useLocale } from '../../ui/preferences.js';
import { Problems } from '../../ui/states.js';
import type { Column } from '../../ui/table.js';
import { useScreenSearch } from '../../ui/use-search.js';
import { AlertsTabs } from './alerts-tabs.js';
import { Failed } from './failed.js';
import { pageOf } from './incident-list.js';
import { useMay, usePeople } from './people.js';
import { SilenceEntry } from './silence-form.js';
import { daysOf, ended, ordered, phaseOf, type Silence } from './silence-window.js';

interface State {
  environment: string;
  cursor: string;
}
const FIELDS = { environment: text(), cursor: cursor() };
const LIST = ['silences'];
const REFRESH_MS = 30_000;

export function Silences() {
  const t = useT();
  const may = useMay();
  const { nowMs } = useClock();
  const { state, problems, change } = useScreenSearch<State>(FIELDS);
  const [writing, setWriting] = useState(false);
  const queries = useQueryClient();
  // Its key has no time in it: what a user ends is put into this very answer.
  const answer = useQuery({
    queryKey: LIST,
    queryFn: () => answerOf(api.GET('/api/v1/alerts/mutes')),
    refetchInterval: REFRESH_MS,
  });
  const end = useEnd();
  const data = useMemo(
    () => answer.data && pageOf(ordered(answer.data, nowMs * 1_000), state.cursor),
    [answer.data, nowMs, state.cursor],
  );
  const columns = useColumns(end.mutate);
  const made = () => {
    setWriting(false);
    void queries.invalidateQueries({ queryKey: LIST });
  };
  return (
    <>
      <AlertsTabs at="silences" />
      <div className="screen-head">
        <h1>{t('silences')}</h1>
        {may('alerts.silence') && (
          <button className="button" type="button" aria-expanded={writing} onClick={() => setWriting(!writing)}>
            {t('newSilence')}
          </button>
        )}
      </div>
      <Problems problems={problems} />
      {writing && <SilenceEntry made={made} />}
      {end.error !== null && <Failed error={end.error} />}
      <ListPage
        of={{ ...answer, data }}
        label={t('silences')}
        columns={columns}
        keyOf={({ id }) => id}
        empty={['noSilences', 'noSilencesNext']}
        change={change}
      />
    </>
  );
}

/** Shown as ended at once, and as before where the API refuses it. */
function useEnd() {
  const queries = useQueryClient();
  const show = (shown: Silence) =>
    queries.setQueryData<Silence[]>(LIST, (silences) => silences?.map((one) => (one.id === shown.id ? shown : one)));
  return useMutation({
    mutationFn: (silence: Silence) =>
      answerOf(
        api.PUT('/api/v1/alerts/mutes/{id}', {
          params: { path: { id: silence.id } },
          body: ended(silence, Date.now() * 1_000)!,
        }),
      ),
    onMutate: async (silence) => {
      await queries.cancelQueries({ queryKey: LIST });
      show({ ...silence, enabled: false });
    },
    onSuccess: show,
    onError: (_error, silence) => show(silence),
    onSettled: () => queries.invalidateQueries({ queryKey: LIST }),
  });
}

const SIGNS = { eq: '=', neq: '≠', re: '=~', nre: '!~' } as const;

function useColumns(end: (silence: Silence) => void): Column<Silence>[] {
  const t = useT();
  const locale = useLocale();
  const may = useMay();
  const { nowMs } = useClock();
  const { nameOf } = usePeople();
  const now = nowMs * 1_000;
  return [
    { name: 'state', title: t('state'), cell: (silence) => t(`silence_${phaseOf(silence, now)}`) },
    {
      name: 'reason',
      title: t('reason'),
      kind: 'wide',
      cell: ({ name, comment }) => (
        <span className="pair" title={`${name} ${comment}`}>
          <span>{name}</span>
          {comment !== '' && <span className="soft">{comment}</span>}
        </span>
      ),
    },
    {
      name: 'labels',
      title: t('labels'),
      cell: ({ matchers }) =>
        matchers.length === 0 ? (
          t('everyIncident')
        ) : (
          <code>{matchers.map(({ label, op, value }) => `${label} ${SIGNS[op]} ${value}`).join(', ')}</code>
        ),
    },
    { name: 'window', title: t('when'), cell: (silence) => windowWords(silence, t, locale) },
    {
      name: 'by',
      title: t('by'),
      cell: ({ created_by: by }) => (by === undefined ? '–' : nameOf(by)),
    },
    {
      name: 'end',
      title: t('act'),
      cell: (silence) =>
        may('alerts.silence') && ended(silence, now) !== undefined ? (
          <button
            className="button"
            type="button"
            aria-label={t('endSilence', { silence: silence.name })}
            onClick={() => end(silence)}
          >
            {t('end')}
          </button>
        ) : null,
    },
  ];
}

function windowWords({ window }: Silence, t: Translate, locale: Locale): string {
  if (window.type === 'fixed') return timeRange(window.start, window.end, locale);
  const weekday = new Intl.DateTimeFormat(locale.language, { weekday: 'short', timeZone: 'UTC' });
  const { weekday_mask: mask, hour_start: from, hour_end: to, timezone: zone } = window;
  return t('weekly', {
    days: daysOf(mask)
      .map((day) => weekday.format(day))
      .join(' '),
    from,
    to,
    zone,
  });
}
