/** Lines over time, with gaps left empty, and their table. */
import { useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { useT } from '../i18n/i18n.js';
import { time, type Figure, type Locale } from '../lib/format.js';
import type { Window } from '../lib/range.js';
import type { RangeMeta } from '../lib/trust.js';
import { chartColours } from './chart-paint.js';
import { ChartPanel } from './chart-panel.js';
import { axisStyle, timeOptions, usePlot } from './plot.js';
import { usePreferences } from './preferences.js';

export interface Series {
  label: string;
  /** A token of a colour. */
  colour: string;
  values: readonly (number | undefined)[];
  dashed?: boolean;
}

interface ChartProps {
  title: string;
  /** Microseconds, ascending: the starts of the buckets. */
  times: readonly number[];
  series: readonly Series[];
  meta: RangeMeta;
  format: (value: number | undefined) => Figure;
  zoom: (window: Window) => void;
}

const MIN_TICKS_PX = 28;

export function Chart(props: ChartProps) {
  const { title, times, series, meta, format } = props;
  const { locale, theme } = usePreferences();
  const [at, setAt] = useState<number | undefined>();
  const latest = useRef(props);
  latest.current = props;
  const data = useMemo(() => dataOf(times, series), [times, series]);
  // The number of series, the language and the theme make another chart.
  const { box, plot } = usePlot((element) => optionsOf(latest, locale, element, setAt), data, [
    series.length,
    locale,
    theme,
  ]);
  return (
    <ChartPanel
      {...{ title, times, meta, at, setAt, box, plot }}
      legend={series.map(({ label, colour, values, dashed }) => (
        <span key={label}>
          <i style={{ borderColor: `var(${colour})`, borderTopStyle: dashed ? 'dashed' : 'solid' }} />
          {label}
          {at !== undefined && <> {figureText(format(values[at]))}</>}
        </span>
      ))}
      table={<ChartTable {...props} />}
    />
  );
}

const figureText = ({ value, unit }: Figure): string => (unit === '' ? value : `${value} ${unit}`);

function ChartTable({ title, times, series, format }: ChartProps) {
  const t = useT();
  const { locale } = usePreferences();
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={title}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {series.map(({ label }) => (
              <th scope="col" className="number" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((at, index) => (
            <tr key={at}>
              <td>{time(at, locale, { seconds: false })}</td>
              {series.map(({ label, values }) => (
                <td className="number" key={label}>
                  {figureText(format(values[index]))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const dataOf = (times: readonly number[], series: readonly Series[]): uPlot.AlignedData => [
  times.map((micros) => micros / 1e6),
  ...series.map(({ values }) => values.map((value) => value ?? null)),
];

function optionsOf(
  latest: { current: ChartProps },
  locale: Locale,
  element: HTMLElement,
  setAt: (at: number | undefined) => void,
): uPlot.Options {
  const { series } = latest.current;
  const colour = (token: string) => () => chartColours(element)(token);
  const { x, timeAxis, ...common } = timeOptions(latest, locale, element, setAt);
  const line = ({ label, colour: token, dashed }: Series): uPlot.Series => ({
    label,
    stroke: colour(token),
    width: dashed ? 1.25 : 1.75,
    ...(dashed && { dash: [4, 4] }),
    points: { show: (self, index) => isAlone(self.data[index]!) },
    spanGaps: false,
  });
  return {
    ...common,
    // From zero, and with room where nothing happened.
    scales: { x, y: { range: (_self, _min, max) => [0, max === null || max <= 0 ? 1 : max * 1.1] } },
    axes: [
      timeAxis,
      {
        ...axisStyle(element),
        size: 58,
        gap: 4,
        space: MIN_TICKS_PX,
        grid: { stroke: colour('--grid'), width: 1 },
        values: (_self, marks) => marks.map((mark) => (mark === 0 ? '0' : figureText(latest.current.format(mark)))),
      },
    ],
    series: [{}, ...series.map(line)],
  };
}

/** A single bucket between gaps has no line: it is a point. */
const isAlone = (values: ArrayLike<number | null | undefined>): boolean =>
  Array.from(values).filter((value) => value !== null && value !== undefined).length === 1;
