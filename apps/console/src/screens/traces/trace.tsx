import './trace.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { count, duration, share, time } from '../../lib/format.js';
import { isLast } from '../../lib/range.js';
import { text } from '../../lib/search.js';
import { rowsOf, spanKeys, type TraceDetail, type TraceSpan } from '../../lib/waterfall.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceMark } from '../../ui/service-name.js';
import { Answered, Problems } from '../../ui/states.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';
import { SpanFacts } from './span-facts.js';
import { Waterfall } from './waterfall.js';

interface State {
  span: string;
  find: string;
  shortest: string;
  environment: string;
}
const FIELDS = { span: text(), find: text(), shortest: text(), environment: text() };
/** Shares of the trace below which spans may be left out. */
const SHORTEST = [0, 0.001, 0.01, 0.05];
const HOUR_MICROS = 3_600_000_000;

export function Trace() {
  const t = useT();
  const { trace } = useParams({ strict: false }) as { trace: string };
  const search = useScreenSearch<State>(FIELDS);
  // Looked for in all that is kept, unless the URL names a window; a trace may go on beyond its ends.
  const query = isLast(search.range)
    ? {}
    : { from: search.window.from - HOUR_MICROS, to: search.window.to + HOUR_MICROS };
  const detail = useQuery({
    queryKey: ['trace', trace, query],
    queryFn: () => answerOf(api.GET('/api/v1/traces/{trace_id}', { params: { path: { trace_id: trace }, query } })),
    placeholderData: undefined,
  });
  return (
    <>
      <Problems problems={search.problems} />
      {detail.data === undefined && (
        <div className="screen-head">
          <h1>
            {t('trace')} <span className="code">{trace}</span>
          </h1>
        </div>
      )}
      <Answered of={detail} height={480}>
        {(data) => <Loaded trace={data} search={search} />}
      </Answered>
    </>
  );
}

function Loaded({ trace, search: { state, change } }: { trace: TraceDetail; search: ScreenSearch<State> }) {
  const t = useT();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [find, setFind] = useState(state.find);
  const shortest = SHORTEST.find((one) => String(one) === state.shortest) ?? 0;
  const keys = useMemo(() => spanKeys(trace.spans), [trace]);
  const rows = useMemo(() => rowsOf(trace, { folded, find, shortest }, keys), [trace, folded, find, shortest, keys]);
  const chosen: TraceSpan | undefined = trace.spans[keys.indexOf(state.span)];
  const found = find === '' ? undefined : rows.filter(({ matches }) => matches).length;
  const fold = (key: string) => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    setFolded(next);
  };
  return (
    <>
      <TraceHead trace={trace} />
      <div className="filters">
        <input
          className="input grow"
          aria-label={t('findSpan')}
          placeholder={t('findSpan')}
          value={find}
          onChange={({ target }) => setFind(target.value)}
          onBlur={() => find !== state.find && change({ find }, { replace: true })}
        />
        {found !== undefined && (
          <span className="soft" role="status">
            {t('spansFound', { count: found })}
          </span>
        )}
        <select
          className="input"
          aria-label={t('hideShort')}
          value={String(shortest)}
          onChange={({ target }) => change({ shortest: target.value === '0' ? undefined : target.value })}
        >
          {SHORTEST.map((part) => (
            <option key={part} value={String(part)}>
              {part === 0 ? t('showAll') : t('hideBelow', { part: part * 100 })}
            </option>
          ))}
        </select>
      </div>
      <div className="trace" data-open={chosen === undefined ? undefined : ''}>
        <Waterfall
          trace={trace}
          rows={rows}
          folded={folded}
          fold={fold}
          chosen={state.span}
          finding={find !== ''}
          choose={(key) => change({ span: key === state.span ? undefined : key }, { replace: true })}
        />
        {chosen !== undefined && (
          <SpanFacts span={chosen} trace={trace} close={() => change({ span: undefined }, { replace: true })} />
        )}
      </div>
    </>
  );
}

function TraceHead({ trace }: { trace: TraceDetail }) {
  const t = useT();
  const locale = useLocale();
  const root = trace.spans[0];
  const length = duration(trace.duration_ns / 1_000, locale);
  const notes = [
    trace.truncated && t('traceTruncated', { count: trace.spans.length }),
    trace.partial && t('tracePartial', { reasons: trace.partial_reasons.join(', ') }),
    trace.late_span_count > 0 && t('traceLate', { count: trace.late_span_count }),
    trace.duplicate_span_count > 0 && t('traceDuplicate', { count: trace.duplicate_span_count }),
    trace.conflict_span_count > 0 && t('traceConflict', { count: trace.conflict_span_count }),
  ].filter((note) => note !== false);
  return (
    <>
      <div className="screen-head">
        <h1>{root?.operation ?? trace.trace_id}</h1>
        <div className="facts">
          <span>{time(trace.start_ns / 1_000, locale)}</span>
          <span title={length.exact}>
            {length.value} {length.unit}
          </span>
          <span>{t('spansCounted', { count: trace.span_count, text: count(trace.span_count, locale).exact })}</span>
          {trace.error_count > 0 && (
            <span className="worse">
              {t('errorsCounted', { count: trace.error_count, text: count(trace.error_count, locale).exact })}
            </span>
          )}
          {trace.services.map(({ service, span_count: spans }) => (
            <span key={service} title={`${share(spans / trace.span_count, locale).value} %`}>
              <ServiceMark name={service} />
              {service}
            </span>
          ))}
          <span className="code">{trace.trace_id}</span>
        </div>
      </div>
      {notes.length > 0 && (
        <div className="notice warn" role="status">
          <div>{notes.join(' ')}</div>
        </div>
      )}
    </>
  );
}
