import { useT } from '../../i18n/i18n.js';
import { sideRows, type Comparison, type SideRow } from '../../lib/comparison.js';
import {
  change,
  changeText,
  columnUnit,
  count,
  duration,
  share,
  type Figure as FigureParts,
} from '../../lib/format.js';
import { Figure } from '../../ui/figure.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { Table, type Column } from '../../ui/table.js';
import { Effect, IntervalText } from './change-figure.js';

/** What was seen of both, and what of it is no chance. */
export function Sides({ of }: { of: Comparison }) {
  const t = useT();
  const locale = useLocale();
  const rows = sideRows(of);
  const isDuration = ({ name }: SideRow) => name !== 'requests' && name !== 'error_rate';
  const unit = columnUnit(rows.filter(isDuration).flatMap(({ baseline, candidate }) => [baseline, candidate]));
  const figure = (row: SideRow, value: number | undefined): FigureParts => {
    if (row.name === 'requests') return count(value, locale);
    return row.name === 'error_rate' ? share(value, locale) : duration(value, locale, unit);
  };
  const columns: Column<SideRow>[] = [
    { name: 'figure', title: t('figureOf'), kind: 'wide', cell: ({ name }) => t(`side_${name}`) },
    {
      name: 'baseline',
      title: of.baseline.version,
      kind: 'number',
      cell: (row) => <Figure of={figure(row, row.baseline)} />,
    },
    {
      name: 'candidate',
      title: of.candidate.version,
      kind: 'number',
      cell: (row) => <Figure of={figure(row, row.candidate)} />,
    },
    {
      name: 'change',
      title: t('asSeen'),
      kind: 'number',
      cell: (row) => {
        const part = change(row.candidate, row.baseline);
        return part === undefined ? '–' : changeText(part, locale);
      },
    },
    {
      name: 'effect',
      title: t('sameTraffic'),
      kind: 'number',
      cell: ({ evidence }) => (evidence === undefined ? <span className="soft">–</span> : <Effect {...evidence} />),
    },
    {
      name: 'interval',
      title: t('interval'),
      kind: 'number',
      cell: ({ evidence }) =>
        evidence === undefined ? <span className="soft">–</span> : <IntervalText {...evidence} />,
    },
  ];
  return (
    <Panel title={t('bothSides')} beside={<span className="soft">{t('sameTrafficWhat')}</span>}>
      <Table label={t('bothSides')} columns={columns} rows={rows} keyOf={({ name }) => name} />
    </Panel>
  );
}
