import { useT, type Key } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';
import { change, changeText, count, duration, rate, share, type Figure as FigureParts } from '../lib/format.js';
import type { Window } from '../lib/range.js';
import { Figure } from './figure.js';
import { useLocale } from './preferences.js';

type Red = Schemas['RedSummary'];

interface Tile {
  label: Key;
  name: string;
  figure: FigureParts;
  now?: number;
  before?: number;
  /** More is worse, as of errors; more requests are neither. */
  coloured: boolean;
}

/** The five figures of a range, each beside the range of the same length before it. */
export function RedTiles({ red, before, window }: { red: Red; before?: Red; window: Window }) {
  const t = useT();
  const locale = useLocale();
  const seconds = (window.to - window.from) / 1e6;
  const perSecond = (of: Red) => of.request_rate ?? of.request_count / seconds;
  const latency = (label: Key, member: 'p50_micros' | 'p95_micros' | 'p99_micros'): Tile => ({
    label,
    name: member,
    figure: duration(red[member], locale),
    now: red[member],
    before: before?.[member],
    coloured: true,
  });
  const tiles: Tile[] = [
    {
      label: 'requestRate',
      name: 'rate',
      figure: rate(perSecond(red), locale),
      now: perSecond(red),
      before: before && perSecond(before),
      coloured: false,
    },
    {
      label: 'errorRate',
      name: 'errors',
      figure: share(red.error_rate, locale),
      now: red.error_rate,
      before: before?.error_rate,
      coloured: true,
    },
    latency('p50', 'p50_micros'),
    latency('p95', 'p95_micros'),
    latency('p99', 'p99_micros'),
  ];
  const counts: Record<string, string> = {
    rate: t('requestsCounted', { count: red.request_count, text: count(red.request_count, locale).exact }),
    errors: t('errorsCounted', { count: red.error_count, text: count(red.error_count, locale).exact }),
  };
  return (
    <dl className="tiles">
      {tiles.map((tile) => (
        <div className="tile" key={tile.name} data-figure={tile.name} title={counts[tile.name]}>
          <dt>{t(tile.label)}</dt>
          <dd className="figure">
            <Figure of={tile.figure} />
          </dd>
          <Change tile={tile} />
        </div>
      ))}
    </dl>
  );
}

function Change({ tile: { now, before, coloured } }: { tile: Tile }) {
  const t = useT();
  const locale = useLocale();
  const part = change(now, before);
  if (part === undefined) return <dd className="change">{t('nothingBefore')}</dd>;
  const notable = coloured && Math.abs(part) >= 0.05;
  const verdict = notable ? (part > 0 ? 'worse' : 'better') : '';
  return (
    <dd className="change">
      <span className={verdict}>{changeText(part, locale)}</span> {t('againstBefore')}
    </dd>
  );
}
