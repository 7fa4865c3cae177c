import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { ago, bytes, count, time } from '../../lib/format.js';
import { useClock } from '../../ui/clock.js';
import { Figure } from '../../ui/figure.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';

type Stream = Schemas['StreamActivity'];

const STATES: Record<Stream['status'], string> = {
  healthy: 'healthy',
  delayed: 'warning',
  interrupted: 'critical',
  idle: '',
  unused: '',
};

/** What lies in the store of the organization, by stream. */
export function Stored() {
  const t = useT();
  const { nowMs } = useClock();
  const streams = useQuery({
    queryKey: ['streams', nowMs],
    queryFn: () => answerOf(api.GET('/api/v1/streams/runtime')),
  });
  return (
    <Panel title={t('stored')} beside={<span className="soft">{t('storedWhat')}</span>}>
      <Answered of={streams} height={160}>
        {(data) => <Streams rows={data.streams} />}
      </Answered>
    </Panel>
  );
}

function Streams({ rows }: { rows: readonly Stream[] }) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  if (rows.length === 0) return <Empty title={t('nothingStored')}>{t('nothingStoredNext')}</Empty>;
  const columns: Column<Stream>[] = [
    { name: 'stream', title: t('stream'), kind: 'wide', cell: ({ name }) => name },
    { name: 'signal', title: t('signal'), cell: ({ stream_type: signal }) => signal },
    {
      name: 'state',
      title: t('state'),
      cell: ({ status }) => <span className={`state ${STATES[status]}`}>{t(`stream_${status}`)}</span>,
    },
    {
      name: 'rows',
      title: t('storedRows'),
      kind: 'number',
      cell: ({ rows: stored }) => <Figure of={count(stored, locale)} />,
    },
    {
      name: 'bytes',
      title: t('storedBytes'),
      kind: 'number',
      cell: ({ current_stored_bytes: stored }) => <Figure of={bytes(stored, locale)} />,
    },
    {
      name: 'last',
      title: t('lastReceived'),
      kind: 'number',
      cell: ({ last_received_at_micros: at }) =>
        at === undefined ? '–' : <span title={time(at, locale)}>{ago(at, nowMs, locale)}</span>,
    },
  ];
  return <Table label={t('stored')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
