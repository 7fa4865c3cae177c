import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useT, type Key } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { zoneName } from '../../lib/format.js';
import { usePreferences } from '../../ui/preferences.js';
import { Failed } from './failed.js';
import { bodyOf, EMPTY_MATCHER, type Matcher, type SilenceForm } from './silence-window.js';

const SECONDS = [3_600, 14_400, 86_400, 604_800] as const;
const MAX_MATCHERS = 20;
const OPS: Record<Matcher['op'], Key> = { eq: 'op_is', neq: 'op_isNot', re: 'op_matches', nre: 'op_matchesNot' };

/** A silence of some labels, from now on for so long or from and to. */
export function SilenceEntry({ made }: { made: () => void }) {
  const t = useT();
  const { zone, locale } = usePreferences();
  const [form, setForm] = useState<SilenceForm>({
    reason: '',
    matchers: [EMPTY_MATCHER],
    seconds: SECONDS[0],
    from: '',
    to: '',
  });
  const [fault, setFault] = useState<Key | undefined>();
  const create = useMutation({
    mutationFn: (body: Schemas['SilenceBody']) => answerOf(api.POST('/api/v1/alerts/mutes', { body })),
    onSuccess: made,
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const body = bodyOf(form, Date.now() * 1_000, zone === 'UTC');
    setFault(typeof body === 'string' ? body : undefined);
    if (typeof body !== 'string') create.mutate(body);
  };
  const moment = (name: 'from' | 'to', label: string) => (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        type="datetime-local"
        required
        value={form[name]}
        onChange={({ target }) => setForm({ ...form, [name]: target.value })}
      />
    </label>
  );
  return (
    <form className="panel silence" aria-label={t('newSilence')} onSubmit={submit}>
      <label className="field">
        <span>{t('reason')}</span>
        <input
          className="input"
          name="reason"
          required
          maxLength={255}
          value={form.reason}
          onChange={({ target }) => setForm({ ...form, reason: target.value })}
        />
      </label>
      <Matchers matchers={form.matchers} set={(matchers) => setForm({ ...form, matchers })} />
      <div className="filters">
        <label className="field">
          <span>{t('forSoLong')}</span>
          <select
            className="input"
            value={form.seconds}
            onChange={({ target }) => setForm({ ...form, seconds: Number(target.value) })}
          >
            {SECONDS.map((seconds) => (
              <option key={seconds} value={seconds}>
                {t(`snooze_${seconds}`)}
              </option>
            ))}
            <option value={0}>{t('fromTo')}</option>
          </select>
        </label>
        {form.seconds === 0 && moment('from', `${t('from')} (${zoneName(Date.now() * 1_000, locale)})`)}
        {form.seconds === 0 && moment('to', t('to'))}
      </div>
      {fault !== undefined && (
        <p className="notice bad" role="alert">
          {t(fault)}
        </p>
      )}
      {create.error !== null && <Failed error={create.error} />}
      <button className="button primary" type="submit" disabled={create.isPending}>
        {t('makeSilence')}
      </button>
    </form>
  );
}

/** All of them have to match. */
function Matchers({ matchers, set }: { matchers: readonly Matcher[]; set: (matchers: Matcher[]) => void }) {
  const t = useT();
  const change = (at: number, to: Partial<Matcher>) =>
    set(matchers.map((one, index) => (index === at ? { ...one, ...to } : one)));
  return (
    <fieldset>
      <legend>{t('whatLabels')}</legend>
      {matchers.map(({ label, op, value }, at) => (
        <div className="filters" key={at}>
          <input
            className="input"
            aria-label={t('label')}
            required
            maxLength={128}
            value={label}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          <select
            className="input"
            aria-label={t('comparison')}
            value={op}
            onChange={({ target }) => change(at, { op: target.value as Matcher['op'] })}
          >
            {Object.entries(OPS).map(([name, words]) => (
              <option key={name} value={name}>
                {t(words)}
              </option>
            ))}
          </select>
          <input
            className="input grow"
            aria-label={t('value')}
            maxLength={1_024}
            value={value}
            onChange={({ target }) => change(at, { value: target.value })}
          />
          {matchers.length > 1 && (
            <button
              className="button"
              type="button"
              aria-label={t('withoutFilter', { filter: `${label} ${value}` })}
              onClick={() => set(matchers.filter((_, index) => index !== at))}
            >
              ✕
            </button>
          )}
        </div>
      ))}
      {matchers.length < MAX_MATCHERS && (
        <button
          className="button"
          type="button"
          onClick={() => set([...matchers, { ...EMPTY_MATCHER, label: 'environment' }])}
        >
          {t('oneMoreLabel')}
        </button>
      )}
    </fieldset>
  );
}
