/** Actions on an incident: shown at once, and taken back where the API refuses it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { Failed } from './failed.js';
import type { Incident } from './incident-list.js';
import { answered, mayMove, moved, type Move } from './incident-moves.js';
import { useMay, usePeople } from './people.js';

const SNOOZES = [900, 3_600, 14_400, 86_400, 604_800] as const;
const MAX_COMMENT = 4_096;

export function IncidentActions({ incident }: { incident: Incident }) {
  const t = useT();
  const may = useMay();
  const { members, nameOf } = usePeople();
  const move = useMove(incident.id);
  if (!may('alerts.acknowledge', 'sys.telemetry.manage')) return <p className="notice">{t('actForbidden')}</p>;
  const can = (kind: Move['kind']) => mayMove(incident, kind);
  const assignee = incident.assignees[0] ?? '';
  const others = assignee === '' || members.some(({ id }) => id === assignee) ? [] : [assignee];
  return (
    <section aria-label={t('act')}>
      {move.error !== null && <Failed error={move.error} />}
      <div className="filters">
        {can('acknowledge') && (
          <button className="button primary" type="button" onClick={() => move.mutate({ kind: 'acknowledge' })}>
            {t('acknowledge')}
          </button>
        )}
        {can('resolve') && (
          <button className="button" type="button" onClick={() => move.mutate({ kind: 'resolve' })}>
            {t('resolve')}
          </button>
        )}
        {can('assign') && (
          <label className="check">
            {t('assignTo')}
            <select
              className="input"
              value={assignee}
              onChange={({ target }) => move.mutate({ kind: 'assign', userId: target.value || null })}
            >
              <option value="">{t('unassigned')}</option>
              {members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {others.map((id) => (
                <option key={id} value={id}>
                  {nameOf(id)}
                </option>
              ))}
            </select>
          </label>
        )}
        {can('snooze') && (
          <label className="check">
            {t('snooze')}
            <select
              className="input"
              value=""
              onChange={({ target }) => move.mutate({ kind: 'snooze', seconds: Number(target.value) })}
            >
              <option value="" disabled>
                {t('choose')}
              </option>
              {SNOOZES.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {t(`snooze_${seconds}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Comment incidentId={incident.id} />
    </section>
  );
}

function send(id: string, move: Move): Promise<Incident> {
  const params = { path: { id } };
  switch (move.kind) {
    case 'acknowledge':
      return answerOf(api.POST('/api/v1/alerts/incidents/{id}/ack', { params }));
    case 'resolve':
      return answerOf(api.POST('/api/v1/alerts/incidents/{id}/resolve', { params }));
    case 'assign': {
      // The API description knows no `null` in bodies.
      const body = { user_id: move.userId } as { user_id?: string };
      return answerOf(api.POST('/api/v1/alerts/incidents/{id}/assign', { params, body }));
    }
    case 'snooze':
      return answerOf(
        api.POST('/api/v1/alerts/incidents/{id}/snooze', { params, body: { duration_secs: move.seconds } }),
      );
  }
}

function useMove(id: string) {
  const queries = useQueryClient();
  const { me } = usePeople();
  const key = ['incident', id];
  return useMutation({
    mutationFn: (move: Move) => send(id, move),
    onMutate: async (move) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<Incident>(key);
      const by = { by: me?.user_id, nowMicros: Date.now() * 1_000 };
      if (before !== undefined) queries.setQueryData<Incident>(key, moved(before, move, by));
      return before;
    },
    onSuccess: (answer) =>
      queries.setQueryData<Incident>(key, (shown) => (shown === undefined ? answer : answered(shown, answer))),
    onError: (_error, _move, before) => queries.setQueryData(key, before),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ['incident timeline', id] }),
        queries.invalidateQueries({ queryKey: ['incidents'] }),
      ]),
  });
}

/** What is written stays in its field until the API has it. */
function Comment({ incidentId: id }: { incidentId: string }) {
  const t = useT();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const comment = useMutation({
    mutationFn: (text: string) =>
      answerOf(api.POST('/api/v1/alerts/incidents/{id}/comments', { params: { path: { id } }, body: { text } })),
    onSuccess: () => setTyped(''),
    onSettled: () => queries.invalidateQueries({ queryKey: ['incident timeline', id] }),
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    comment.mutate(typed);
  };
  return (
    <form className="filters" onSubmit={submit}>
      <input
        className="input grow"
        aria-label={t('comment')}
        placeholder={t('comment')}
        maxLength={MAX_COMMENT}
        required
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button className="button" type="submit" disabled={comment.isPending}>
        {t('writeComment')}
      </button>
      {comment.error !== null && <Failed error={comment.error} />}
    </form>
  );
}
