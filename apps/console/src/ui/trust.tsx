/** In words, beside the figures: how far they can be trusted. */
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useT, type Key, type Translate } from '../i18n/i18n.js';
import { count, share, time, type Locale } from '../lib/format.js';
import { completeUntil, trustFacts, trustLevel, type Meta, type TrustFact } from '../lib/trust.js';
import { useLocale } from './preferences.js';

const GAP_REASONS: Record<string, Key> = {
  late_dropped: 'gapLate',
  flush_failed: 'gapFlush',
  unreadable_message: 'gapUnreadable',
  log_loss: 'gapLog',
};

/** A reason that is not known is shown as it came. */
export function gapReason(reason: string, t: Translate): string {
  const known = Object.hasOwn(GAP_REASONS, reason) ? GAP_REASONS[reason] : undefined;
  return known === undefined ? reason : t(known);
}

export function Trust({ meta }: { meta: Meta }) {
  const t = useT();
  const locale = useLocale();
  const level = trustLevel(meta);
  return (
    <DialogTrigger>
      <Button className="button quiet trust" data-trust={level}>
        <span className="health" data-level={level} />
        {summary(meta, t, locale)}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="trust-words" aria-label={t('trustTitle')}>
          <h2>{t('trustTitle')}</h2>
          <TrustWords meta={meta} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

export function TrustWords({ meta }: { meta: Meta }) {
  const t = useT();
  const locale = useLocale();
  return (
    <ul>
      {trustFacts(meta).map((fact) => (
        <li key={JSON.stringify(fact)}>{wordsOf(fact, t, locale)}</li>
      ))}
    </ul>
  );
}

function summary(meta: Meta, t: Translate, locale: Locale): string {
  const level = trustLevel(meta);
  const gaps = meta.data_quality.gaps.length;
  if (gaps > 0) return t('trustGaps', { count: gaps });
  if (level === 'partial') return t(meta.activation_boundary ? 'trustBegun' : 'trustBehind');
  if (level === 'complete') return t('trustComplete');
  const until = completeUntil(meta);
  if (until <= meta.range.from) return t('trustOpen');
  return t('trustCompleteUntil', { time: time(until, locale, { day: false, seconds: false }) });
}

function wordsOf(fact: TrustFact, t: Translate, locale: Locale): string {
  const at = (micros: number) => time(micros, locale, { seconds: false });
  const part = (value: number) => `${share(value, locale).value} %`;
  switch (fact.kind) {
    case 'complete':
      return t('factComplete', { time: at(fact.until) });
    case 'open':
      return t('factOpen', { from: at(fact.since), to: at(fact.until) });
    case 'begun':
      return t('factBegun', { time: at(fact.at) });
    case 'behind':
      return t('factBehind');
    case 'gap':
      return t('factGap', {
        from: at(fact.from),
        to: at(fact.to),
        reason: gapReason(fact.reason, t),
        count: fact.dropped,
        dropped: count(fact.dropped, locale).exact,
      });
    case 'overflow':
      return t('factOverflow', { dimensions: fact.dimensions.join(', ') });
    case 'clock_skew':
      return t('factClocks', { count: fact.spans, spans: count(fact.spans, locale).exact });
    case 'quantiles':
      return t('factQuantiles', { error: part(fact.error) });
    case 'sampling':
      return t('factSampling', { exact: part(fact.exact), adjusted: part(fact.adjusted), unknown: part(fact.unknown) });
  }
}
