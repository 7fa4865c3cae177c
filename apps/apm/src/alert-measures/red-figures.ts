/** Figures of the groups that a selector makes of the series; pure. */
import type { RedLabel, RedSelector } from '@spanwise/contracts/alerting/alert-conditions';
import type { RedTotals } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import type { QueryRange } from '../apm/range/query-range.js';
import { groupSeries, sumTotals, type Group } from '../apm/read/grouping.js';
import type { SeriesRed } from '../apm/read/series.js';
import { figureOf } from './figure.js';
import { KIND_OF, labelsOf, mayHold, nameFilterOf, PARTS_OF, passes, serviceFilterOf } from './selectors.js';
import type { NameFilter, NamePart } from './selectors.js';
import type { Rows, Tables, Wanted } from './tables.js';

/** One label set. */
export interface Figure {
  labels: Record<string, string>;
  value: number | null;
  /** Spans behind the value; of the error rate of an error group, requests. */
  samples: number;
  group: Group;
}

export interface Figures {
  /** By their labels' values. */
  byLabels: Map<string, Figure>;
  folded: boolean;
}

/** What has to be read for a selector over a range. */
export function wantedBy(selector: RedSelector, range: QueryRange): Wanted[] {
  const filter = nameFilterOf(selector.of, selector.filters);
  const own: Wanted = { kind: KIND_OF[selector.of], range, filter, silent: true };
  if (!isShareOfRequests(selector)) return [own];
  return [own, { kind: SeriesKind.Service, range, filter: serviceFilterOf(filter) }];
}

/** Every occurrence is an error: their rate is that of the requests of their service (APM-13). */
const isShareOfRequests = ({ of, figure }: RedSelector): boolean => of === 'error_group' && figure === 'error_rate';

export function figuresOf(selector: RedSelector, tables: Tables, range: QueryRange, coveredSeconds: number): Figures {
  const selection = new Selection(selector);
  const rows = tables.of(KIND_OF[selector.of], range);
  const share = isShareOfRequests(selector) ? tables.of(SeriesKind.Service, range) : undefined;
  const byLabels = new Map<string, Figure>();
  for (const group of selection.groupsOf(rows)) {
    const requests = share && sumTotals(selection.requestsOf(group, share));
    byLabels.set(group.identity.join('\0'), {
      labels: selection.labelsOf(group),
      value: requests ? shareOf(group.totals, requests) : figureOf(selector.figure, group, coveredSeconds),
      samples: (requests ?? group.totals).sampled,
      group,
    });
  }
  return { byLabels, folded: rows.overflow.some((series) => mayHold(series, selection.filter, selection.labels)) };
}

const shareOf = (occurrences: RedTotals, requests: RedTotals): number | null =>
  requests.weight === 0 ? null : Math.min(1, occurrences.weight / requests.weight);

export const firstSeenOf = ({ series }: Group): number =>
  Math.min(...series.map(({ firstSeenMicros }) => firstSeenMicros));

/** What a selector's filters and labels make of rows. */
export class Selection {
  readonly filter: NameFilter;
  readonly labels: RedLabel[];
  private readonly parts: NamePart[];

  constructor({ of, filters, group_by }: Pick<RedSelector, 'of' | 'filters' | 'group_by'>) {
    this.filter = nameFilterOf(of, filters);
    this.labels = labelsOf({ of, group_by });
    this.parts = this.labels.map((label) => PARTS_OF[of][label]!);
  }

  /** A group that has nothing is left out when what it has may be counted under another name. */
  groupsOf(rows: Rows): Group[] {
    const isCertain = ({ totals, series }: Group) =>
      totals.sampled > 0 || !series.some(({ id }) => rows.uncertain.has(id));
    return groupSeries(selected(rows, this.filter), (series) => this.parts.map((part) => series[part])).filter(
      isCertain,
    );
  }

  labelsOf({ identity }: Group): Record<string, string> {
    return Object.fromEntries(this.labels.map((label, index) => [label, identity[index]!]));
  }

  /** Of the services that the group's series are of, under the same filters and labels. */
  requestsOf(group: Group, services: Rows): RedTotals[] {
    const owners = new Map(
      group.series.map(({ service, namespace }) => [`${service}\0${namespace}`, { service, namespace }]),
    );
    const same = { ...serviceFilterOf(this.filter), ...serviceFilterOf(this.partsOf(group)) };
    return [...owners.values()].flatMap((owner) =>
      selected(services, { ...same, ...owner }).map(({ totals }) => totals),
    );
  }

  /** Failed requests of the group, in the series of error groups: these know services and transactions alone. */
  errorsOf(group: Group, of: RedSelector['of'], errors: Rows): SeriesRed[] {
    const known = ({ name, ...filter }: NameFilter): NameFilter => ({
      ...serviceFilterOf(filter),
      ...(of === 'transaction' && name !== undefined && { detail: name }),
    });
    return selected(errors, { ...known(this.filter), ...known(this.partsOf(group)) });
  }

  private partsOf({ identity }: Group): NameFilter {
    return Object.fromEntries(this.parts.map((part, index) => [part, identity[index]]));
  }
}

function selected(rows: Rows, filter: NameFilter): SeriesRed[] {
  const ofService = filter.service === undefined ? rows.all : (rows.byService.get(filter.service) ?? []);
  return ofService.filter(({ series }) => passes(series, filter));
}
