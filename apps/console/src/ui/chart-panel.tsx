/** The frame of every chart over time: its title with the moment that is looked at, a legend, the plot and its table. */
import type { ReactNode, RefObject } from 'react';
import type uPlot from 'uplot';
import { useT } from '../i18n/i18n.js';
import { time, zoneName } from '../lib/format.js';
import type { RangeMeta } from '../lib/trust.js';
import { moveByKey } from './plot.js';
import { usePreferences } from './preferences.js';

interface ChartPanelProps {
  title: string;
  /** Of its box, where it is not that of all. */
  kind?: string;
  /** Microseconds, ascending. */
  times: readonly number[];
  meta: RangeMeta;
  /** Index of the time that is looked at. */
  at: number | undefined;
  setAt: (at: number | undefined) => void;
  box: RefObject<HTMLDivElement | null>;
  plot: RefObject<uPlot | undefined>;
  legend: ReactNode;
  table: ReactNode;
}

export function ChartPanel({ title, kind = '', times, meta, at, setAt, box, plot, legend, table }: ChartPanelProps) {
  const t = useT();
  const { locale } = usePreferences();
  return (
    <section className="panel" data-chart={title}>
      <header>
        <h2>{title}</h2>
        <span className="soft">
          {at !== undefined && at < times.length
            ? time(times[at]!, locale, { seconds: false })
            : zoneName(meta.range.to, locale)}
        </span>
      </header>
      <div className={`chart-box ${kind}`.trim()}>
        <div className="legend" aria-live="polite">
          {legend}
        </div>
        <div
          className="plot"
          ref={box}
          tabIndex={0}
          role="group"
          aria-label={`${title}. ${t('chartKeys')}`}
          onKeyDown={(event) => setAt(moveByKey(event, plot.current, times, at))}
        />
        <details>
          <summary>{t('asTable')}</summary>
          {table}
        </details>
      </div>
    </section>
  );
}
