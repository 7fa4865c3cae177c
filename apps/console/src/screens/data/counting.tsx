/** How far each part of the projection is, and what is missing in figures. */
import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';
import { COUNTERS } from '../../lib/data-health.js';
import { count, duration, time } from '../../lib/format.js';
import { Figure } from '../../ui/figure.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { Empty } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { gapReason } from '../../ui/trust.js';

type Shard = Schemas['ShardRuntime'];
type Partition = Schemas['RollupRuntime'];
type Gap = Schemas['Gap'];

export function Shards({ shards, answering }: { shards: readonly Shard[]; answering: boolean }) {
  const t = useT();
  const locale = useLocale();
  const number = (name: string, title: string, of: (shard: Shard) => number): Column<Shard> => ({
    name,
    title,
    kind: 'number',
    cell: (shard) => <Figure of={count(of(shard), locale)} />,
  });
  const columns: Column<Shard>[] = [
    { name: 'shard', title: t('shard'), cell: ({ shard }) => shard },
    {
      name: 'state',
      title: t('state'),
      cell: ({ replaying }) => (
        <span className={`state ${replaying ? 'warning' : 'healthy'}`}>{t(replaying ? 'replaying' : 'counting')}</span>
      ),
    },
    ...COUNTERS.map((counter) => number(counter, t(`counter_${counter}`), (shard) => shard[counter])),
    number('letters', t('openLetters'), ({ open_dead_letters: letters }) => letters),
    number('lag-messages', t('lagMessages'), ({ lag_messages: messages }) => messages),
    {
      name: 'lag',
      title: t('lag'),
      kind: 'number',
      cell: ({ lag_seconds: seconds }) => (
        <Figure of={duration(seconds * 1e6, locale, seconds === 0 ? 's' : undefined)} />
      ),
    },
    {
      name: 'stream-time',
      title: t('countedTo'),
      cell: ({ stream_time_at: at }) => (at === 0 ? '–' : time(at, locale)),
    },
  ];
  return (
    <Panel title={t('shards')} beside={<span className="soft">{t('ofEverybody')}</span>}>
      {answering && shards.length > 0 ? (
        <Table label={t('shards')} columns={columns} rows={shards} keyOf={({ shard }) => String(shard)} />
      ) : (
        <Empty title={t('noShards')}>{t('degradedSilent')}</Empty>
      )}
    </Panel>
  );
}

export function Partitions({ rollups }: { rollups: readonly Partition[] }) {
  const t = useT();
  const locale = useLocale();
  const columns: Column<Partition>[] = [
    { name: 'partition', title: t('partition'), cell: ({ shard, partition }) => `${shard}/${partition}` },
    {
      name: 'state',
      title: t('state'),
      cell: ({ stopped }) => (
        <span className={`state ${stopped === undefined ? 'healthy' : 'critical'}`}>
          {stopped === undefined ? t('counting') : t('stopped', { reason: stopped })}
        </span>
      ),
    },
    {
      name: 'applied',
      title: t('appliedDeltas'),
      kind: 'number',
      cell: ({ applied_deltas: applied }) => <Figure of={count(applied, locale)} />,
    },
    {
      name: 'pending',
      title: t('pendingDeltas'),
      kind: 'number',
      cell: ({ pending_deltas: pending }) => <Figure of={count(pending, locale)} />,
    },
    {
      name: 'stream-time',
      title: t('countedTo'),
      cell: ({ stream_time_at: at }) => (at === 0 ? '–' : time(at, locale)),
    },
  ];
  return (
    <Panel title={t('partitions')} beside={<span className="soft">{t('partitionsWhat')}</span>}>
      {rollups.length === 0 ? (
        <Empty title={t('noPartitions')}>{t('noPartitionsNext')}</Empty>
      ) : (
        <Table
          label={t('partitions')}
          columns={columns}
          rows={rollups}
          keyOf={({ shard, partition }) => `${shard} ${partition}`}
        />
      )}
    </Panel>
  );
}

/** What figures of the range lack, and what of them has no name of its own. */
export function Gaps({ gaps, overflow }: { gaps: readonly Gap[]; overflow: Readonly<Record<string, number>> }) {
  const t = useT();
  const locale = useLocale();
  const folded = Object.entries(overflow).filter(([, occurrences]) => occurrences > 0);
  const columns: Column<Gap>[] = [
    { name: 'from', title: t('gapFrom'), cell: ({ range }) => time(range.start, locale) },
    { name: 'to', title: t('gapTo'), cell: ({ range }) => time(range.end, locale) },
    { name: 'reason', title: t('gapReason'), kind: 'wide', cell: ({ reason }) => gapReason(reason, t) },
    {
      name: 'missing',
      title: t('gapMissing'),
      kind: 'number',
      // 0: how much is missing is not known.
      cell: ({ dropped_facts: dropped }) => <Figure of={count(dropped === 0 ? undefined : dropped, locale)} />,
    },
    { name: 'recorded', title: t('gapRecorded'), cell: ({ recorded_at: at }) => time(at, locale) },
  ];
  const keyOf = ({ range, reason, recorded_at: at }: Gap) => `${range.start} ${range.end} ${reason} ${at}`;
  return (
    <Panel title={t('gaps')}>
      {gaps.length === 0 ? (
        <p className="words">{t('noGaps')}</p>
      ) : (
        <Table label={t('gaps')} columns={columns} rows={gaps} keyOf={keyOf} />
      )}
      {folded.length > 0 && (
        <div className="words">
          {folded.map(([dimension, occurrences]) => (
            <p key={dimension}>
              {t('folded', { dimension, count: occurrences, occurrences: count(occurrences, locale).exact })}
            </p>
          ))}
        </div>
      )}
    </Panel>
  );
}
