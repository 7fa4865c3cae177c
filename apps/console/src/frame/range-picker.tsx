import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { useT } from '../i18n/i18n.js';
import { timeRange, zoneName } from '../lib/format.js';
import { isLast, LAST_MINUTES, type LastRange } from '../lib/range.js';
import { rangeMembers, readSearch } from '../lib/search.js';
import { useClock } from '../ui/clock.js';
import { useLocale } from '../ui/preferences.js';
import { useChangeSearch, useRawSearch } from '../ui/use-search.js';

/** The range of the page, with its zone. One that was zoomed to is shown as it is. */
export function RangePicker() {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const change = useChangeSearch();
  const { range } = readSearch(useRawSearch(), {});
  const label = isLast(range) ? t('lastRange', { range: range.last }) : timeRange(range.from, range.to, locale);
  return (
    <Select
      aria-label={t('range')}
      selectedKey={isLast(range) ? range.last : null}
      onSelectionChange={(chosen) => change(rangeMembers({ last: chosen as LastRange }))}
    >
      <Button className="button opens" data-range="">
        <SelectValue>
          {() => (
            <>
              {label} {isLast(range) && <span className="soft">{zoneName(nowMs * 1_000, locale)}</span>}
            </>
          )}
        </SelectValue>
      </Button>
      <Popover className="popover">
        <ListBox>
          {Object.keys(LAST_MINUTES).map((last) => (
            <ListBoxItem className="item" id={last} key={last}>
              {t('lastRange', { range: last })}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
