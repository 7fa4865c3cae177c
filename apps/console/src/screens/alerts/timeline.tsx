import { useT } from '../../i18n/i18n.js';
import { time } from '../../lib/format.js';
import { useLocale } from '../../ui/preferences.js';
import { Empty } from '../../ui/states.js';
import { conditionFigure, figureText, type Watched } from './condition-words.js';
import { usePeople } from './people.js';
import { entryWords, type TimelineEntry } from './timeline-words.js';

interface TimelineProps {
  entries: readonly TimelineEntry[];
  condition: Watched['condition'] | undefined;
}

/** The newest first. */
export function Timeline({ entries, condition }: TimelineProps) {
  const t = useT();
  const locale = useLocale();
  const { nameOf } = usePeople();
  if (entries.length === 0) return <Empty title={t('noEntries')} />;
  const valueText = (value: number) => figureText(conditionFigure(condition, value, locale));
  return (
    <ol className="timeline">
      {entries.toReversed().map((entry) => {
        const { text, quote } = entryWords(entry, { t, locale, nameOf, valueText });
        return (
          <li key={entry.id} data-entry={entry.kind}>
            <time className="soft" dateTime={new Date(entry.at / 1_000).toISOString()}>
              {time(entry.at, locale)}
            </time>
            <p>{text}</p>
            {quote !== undefined && <blockquote>{quote}</blockquote>}
          </li>
        );
      })}
    </ol>
  );
}
