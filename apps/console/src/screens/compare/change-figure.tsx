import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';
import { certainly, isRate, type ComparedFigure } from '../../lib/comparison.js';
import { factor, points, type Figure as FigureParts, type Locale } from '../../lib/format.js';
import { useLocale } from '../../ui/preferences.js';
import { Figure } from '../../ui/figure.js';

const partsOf = (figure: ComparedFigure, value: number, locale: Locale): FigureParts =>
  isRate(figure) ? points(value, locale) : factor(value, locale);

/** A factor, or a difference in points. */
export function Effect({ figure, effect }: { figure: ComparedFigure; effect?: number }) {
  const locale = useLocale();
  return effect === undefined ? '–' : <Figure of={partsOf(figure, effect, locale)} />;
}

/** Words for an interval; an end that the requests do not bound is said. */
export function useIntervalText(): (figure: ComparedFigure, interval: Schemas['Interval']) => string {
  const t = useT();
  const locale = useLocale();
  return (figure, [low, high]) => {
    const text = (value: number) => {
      const { value: shown, unit } = partsOf(figure, value, locale);
      return `${shown} ${unit}`;
    };
    return high === null
      ? t('intervalFrom', { low: text(low) })
      : t('intervalBetween', { low: text(low), high: text(high) });
  };
}

/** Its colour says whether the whole interval is on the worse or the better side. */
export function IntervalText({ figure, interval }: { figure: ComparedFigure; interval?: Schemas['Interval'] }) {
  const words = useIntervalText();
  if (interval === undefined) return <span className="soft">–</span>;
  const verdict = certainly(figure, interval);
  return <span className={verdict ?? 'soft'}>{words(figure, interval)}</span>;
}
