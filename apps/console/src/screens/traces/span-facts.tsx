import { Button } from 'react-aria-components';
import { useT } from '../../i18n/i18n.js';
import { duration, share, time } from '../../lib/format.js';
import type { TraceDetail, TraceSpan } from '../../lib/waterfall.js';
import { useLocale } from '../../ui/preferences.js';

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

/** All that is known of a span. */
export function SpanFacts({ span, trace, close }: { span: TraceSpan; trace: TraceDetail; close: () => void }) {
  const t = useT();
  const locale = useLocale();
  const length = (ns: number) => {
    const { value, unit } = duration(ns / 1_000, locale);
    return `${value} ${unit} · ${share(ns / Math.max(trace.duration_ns, 1), locale).value} %`;
  };
  const marks = [
    span.late && t('late'),
    span.duplicate && t('duplicate'),
    span.conflict && t('conflict'),
    span.partial && t('incomplete'),
  ].filter((mark) => mark !== false);
  const facts: [string, string | undefined][] = [
    [t('service'), span.service],
    [t('start'), time(span.start_ns / 1_000, locale)],
    [t('duration'), length(span.duration_ns)],
    [t('selfTime'), length(span.self_ns)],
    [t('criticalPath'), span.critical_path_ns > 0 ? length(span.critical_path_ns) : undefined],
    [t('kind'), KINDS[span.kind]],
    [t('state'), span.status],
    [t('message'), span.status_message],
    [t('marks'), marks.length > 0 ? marks.join(', ') : undefined],
    [t('spanId'), span.span_id],
  ];
  return (
    <aside className="panel" aria-label={t('span')}>
      <header>
        <h2>{span.operation}</h2>
        <Button className="button link" onPress={close}>
          {t('close')}
        </Button>
      </header>
      <div className="span-facts" tabIndex={0} role="region" aria-label={span.operation}>
        <List of={facts} />
        <Attributes title={t('attributes')} of={span.attributes} />
        {(span.events as Event[]).map((event, at) => (
          <Attributes
            key={`${event.name} ${at}`}
            title={`${t('event')}: ${event.name ?? ''}`}
            of={event.attributes ?? {}}
          />
        ))}
        <Attributes title={t('resource')} of={span.resource.attributes} />
      </div>
    </aside>
  );
}

interface Event {
  name?: string;
  attributes?: Record<string, unknown>;
}

function Attributes({ title, of }: { title: string; of: Record<string, unknown> }) {
  const entries = Object.entries(of);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <List
        of={entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])}
        code
      />
    </>
  );
}

function List({ of, code = false }: { of: readonly (readonly [string, string | undefined])[]; code?: boolean }) {
  return (
    <dl>
      {of
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd className={code ? 'code' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
