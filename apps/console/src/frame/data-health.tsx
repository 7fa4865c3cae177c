import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useT } from '../i18n/i18n.js';
import { answerOf, api } from '../lib/api.js';
import { time } from '../lib/format.js';
import { keptMembers } from '../lib/search.js';
import { useClock } from '../ui/clock.js';
import { DEGRADATIONS } from '../ui/degradations.js';
import { useLocale } from '../ui/preferences.js';
import { useRawSearch } from '../ui/use-search.js';

/** One quiet mark that opens the words. */
export function DataHealth() {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const kept = keptMembers(useRawSearch()) as never;
  const health = useQuery({ queryKey: ['health', nowMs], queryFn: () => answerOf(api.GET('/api/v1/apm/health')) });
  // A user who may not see figures reads so on the screen.
  if (health.data === undefined) return null;
  const { degraded, degraded_reasons: reasons, boundaries } = health.data;
  return (
    <DialogTrigger>
      <Button className="button quiet" aria-label={t(degraded ? 'healthDegraded' : 'healthGood')}>
        <span className="health" data-level={degraded ? 'degraded' : 'good'} />
      </Button>
      <Popover className="popover">
        <Dialog className="trust-words" aria-label={t('healthTitle')}>
          <h2>{t(degraded ? 'healthDegraded' : 'healthGood')}</h2>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{t(DEGRADATIONS[reason])}</li>
            ))}
            <li>{t('factComplete', { time: time(boundaries.last_complete_minute_at + 60_000_000, locale) })}</li>
            <li>{t('factKept', { time: time(boundaries.minutes_kept_from, locale, { seconds: false }) })}</li>
          </ul>
          <Link to="/data" search={kept}>
            {t('healthMore')}
          </Link>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
