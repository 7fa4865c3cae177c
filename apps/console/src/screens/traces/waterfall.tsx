/** The spans of a trace over its time. Only rows that are seen are in the page. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useT } from '../../i18n/i18n.js';
import { duration } from '../../lib/format.js';
import { serviceColour } from '../../lib/palette.js';
import { ticks, type Row, type TraceDetail } from '../../lib/waterfall.js';
import { useLocale } from '../../ui/preferences.js';

const ROW_PX = 28;
const INDENT_PX = 12;
const DEEPEST_INDENT = 16;
const OVERSCAN = 12;

interface WaterfallProps {
  trace: TraceDetail;
  rows: readonly Row[];
  folded: ReadonlySet<string>;
  fold: (key: string) => void;
  /** Key of a span (`spanKeys`), or nothing. */
  chosen: string;
  choose: (key: string) => void;
  finding: boolean;
}

export function Waterfall(props: WaterfallProps) {
  const { trace, rows, folded, fold, chosen, choose, finding } = props;
  const t = useT();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const at = rows.findIndex(({ key }) => key === chosen);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = rows[at];
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined && rows[next] !== undefined) {
      choose(rows[next].key);
      virtual.scrollToIndex(next);
    } else if (row !== undefined && row.below > 0 && isTurn(event.key, folded.has(row.key))) {
      fold(row.key);
    } else if (event.key === 'Escape' && row !== undefined) choose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <section className="panel waterfall" aria-label={t('waterfall')}>
      <div className="axis" aria-hidden="true">
        <span>{t('operation')}</span>
        <div>
          {ticks(trace.duration_ns).map((mark) => {
            const { value, unit } = duration(mark / 1_000, locale);
            const place = mark / Math.max(trace.duration_ns, 1);
            return place > 0.94 ? null : (
              <i key={mark} style={{ left: `${place * 100}%` }}>
                {mark === 0 ? '0' : `${value} ${unit}`}
              </i>
            );
          })}
        </div>
      </div>
      <div
        className="rows"
        ref={box}
        role="treegrid"
        aria-label={t('waterfall')}
        aria-rowcount={rows.length}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={{ height: `min(var(--most), ${virtual.getTotalSize()}px)` }}
      >
        <div role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              <SpanRow
                key={row!.key}
                row={row!}
                top={start}
                index={index}
                isFolded={folded.has(row!.key)}
                isChosen={row!.key === chosen}
                isDim={finding && !row!.matches}
                whole={trace.duration_ns}
                fold={() => fold(row!.key)}
                choose={() => choose(row!.key)}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

const isTurn = (key: string, folded: boolean): boolean => (folded ? key === 'ArrowRight' : key === 'ArrowLeft');

interface SpanRowProps {
  row: Row;
  top: number;
  index: number;
  isFolded: boolean;
  isChosen: boolean;
  isDim: boolean;
  whole: number;
  fold: () => void;
  choose: () => void;
}

function SpanRow({ row, top, index, isFolded, isChosen, isDim, whole, fold, choose }: SpanRowProps) {
  const { span, below, left, width } = row;
  const t = useT();
  const locale = useLocale();
  const length = duration(span.duration_ns / 1_000, locale);
  const failed = span.status.toLowerCase() === 'error';
  const indent = Math.min(span.depth, DEEPEST_INDENT) * INDENT_PX;
  const before = left + width > 0.9 && left > 0.12;
  const toggle = (event: React.MouseEvent) => {
    event.stopPropagation();
    fold();
  };
  return (
    <div
      className="row"
      role="row"
      aria-rowindex={index + 1}
      aria-level={span.depth + 1}
      aria-selected={isChosen}
      {...(below > 0 && { 'aria-expanded': !isFolded })}
      data-dim={isDim || undefined}
      style={{ top }}
      onClick={choose}
    >
      <div
        className="name"
        role="gridcell"
        style={{ paddingInlineStart: indent }}
        title={`${span.service}: ${span.operation}`}
      >
        <span className="twist" aria-hidden="true" onClick={below > 0 ? toggle : undefined}>
          {below > 0 ? (isFolded ? '▶' : '▼') : ''}
        </span>
        <span className="service-mark" style={{ background: serviceColour(span.service) }} />
        <span className="text">
          {span.operation} <span className="soft">{span.service}</span>
          {isFolded && <span className="soft"> +{below}</span>}
        </span>
      </div>
      <div className="bar-box" role="gridcell">
        <span className="sr-only">{`${length.value} ${length.unit}${failed ? `, ${t('failedSpan')}` : ''}`}</span>
        <span
          className={failed ? 'bar failed' : 'bar'}
          style={{ left: `${left * 100}%`, width: `${width * 100}%`, background: serviceColour(span.service) }}
        />
        {span.critical_path_ns > 0 && (
          <span
            className="critical"
            title={t('criticalPath')}
            style={{
              left: `${left * 100}%`,
              width: `${Math.min(span.critical_path_ns / Math.max(whole, 1), width) * 100}%`,
            }}
          />
        )}
        <span
          className="length"
          aria-hidden="true"
          style={before ? { right: `${(1 - left) * 100}%` } : { left: `${(left + width) * 100}%` }}
        >
          {length.value} {length.unit}
        </span>
      </div>
    </div>
  );
}
