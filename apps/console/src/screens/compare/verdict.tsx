import { useT, type Key } from '../../i18n/i18n.js';
import { isRate, verdictOf, type Comparison, type Verdict } from '../../lib/comparison.js';
import { count, factor, points, share } from '../../lib/format.js';
import { useLocale } from '../../ui/preferences.js';
import { useIntervalText } from './change-figure.js';

const STATES: Record<Verdict, string> = {
  regressed: 'critical',
  improved: 'healthy',
  unchanged: 'healthy',
  inconclusive: '',
  insufficient_data: '',
};
const NEXT: Partial<Record<Verdict, Key>> = {
  inconclusive: 'verdictInconclusiveNext',
  insufficient_data: 'verdictInsufficientNext',
};

/** What is not quite sure does not read as if it were. */
const MOST_CERTAIN = 0.999;

/** What can be said of the two, in words; that nothing can be said is an answer too. */
export function VerdictPanel({ of }: { of: Comparison }) {
  const t = useT();
  const locale = useLocale();
  const verdict = verdictOf(of);
  const { evidence, baseline, candidate } = of;
  const next = NEXT[verdict];
  const counted = (side: Comparison['baseline']) =>
    t('requestsCounted', { count: side.sample_count, text: count(side.sample_count, locale).exact });
  return (
    <section className="panel verdict" data-verdict={verdict}>
      <header>
        <h2>
          <span className={`state ${STATES[verdict]}`}>
            {t(`verdict_${verdict}`, { candidate: candidate.version })}
          </span>
        </h2>
        <span className="soft">
          {baseline.version}: {counted(baseline)}, {candidate.version}: {counted(candidate)}
        </span>
      </header>
      <div className="words">
        <Reason evidence={evidence} />
        {next !== undefined && (
          <p>
            {t(next, { count: evidence.requests_needed ?? 0, needed: count(evidence.requests_needed, locale).exact })}
          </p>
        )}
        <p className="soft">
          {t('verdictHow', { confidence: `${share(Math.min(evidence.confidence, MOST_CERTAIN), locale).value} %` })}
        </p>
      </div>
    </section>
  );
}

/** The figure that decided, or that the most requests are missing for. */
function Reason({ evidence: { figure, effect, interval, found_in: place } }: Pick<Comparison, 'evidence'>) {
  const t = useT();
  const locale = useLocale();
  const intervalText = useIntervalText();
  if (effect === undefined) return <p>{t('nothingInCommon')}</p>;
  const { value, unit } = isRate(figure) ? points(effect, locale) : factor(effect, locale);
  return (
    <p>
      {t(isRate(figure) ? 'evidenceBy' : 'evidenceTimes', {
        place: place === undefined ? t('inAllRequests') : t(`in_${place.kind}`, { name: place.name }),
        figure: t(`compared_${figure}`),
        effect: `${value} ${unit}`,
        interval: interval === undefined ? '–' : intervalText(figure, interval),
      })}
    </p>
  );
}
