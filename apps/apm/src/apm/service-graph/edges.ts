import type { ServiceGraphEdge } from '@spanwise/contracts/apm/service-graph';
import { Consumption, SeriesKind } from '@spanwise/span-model/series';
import { calleesOf } from '../dependencies/dependency-rows.store.js';
import type { ApmRead } from '../read/apm-read.js';
import { groupSeries, type Group } from '../read/grouping.js';
import { ofKind } from '../read/series-rows.store.js';
import type { Series, SeriesRed } from '../read/series.js';

export const EDGE_KINDS = [SeriesKind.Dependency, SeriesKind.Consumption] as const;

/** A caller and what it calls, or a queue and who takes messages from it. */
export interface Edge {
  group: Group;
  from: { namespace: string; name: string };
  to: string;
  callee: ServiceGraphEdge['callee'];
  wait?: Group;
}

/** Whether edges of different environments are one. */
export interface EdgeOptions {
  byEnvironment: boolean;
}

/** An edge per caller, category and target, and one per queue and consumer, of series of `EDGE_KINDS`. */
export async function edgesOf(
  found: SeriesRed[],
  read: ApmRead,
  { byEnvironment }: EdgeOptions = { byEnvironment: false },
): Promise<Edge[]> {
  const within = ({ environment }: Series) => (byEnvironment ? [environment] : []);
  const calls = groupSeries(ofKind(found, SeriesKind.Dependency), (series) => [
    ...callIdentity(series),
    ...within(series),
  ]);
  const callees = await calleesOf(calls, read);
  return calls
    .map((group, index): Edge => ({
      group,
      from: callerOf(group),
      to: group.series[0]!.name,
      callee: callees[index],
    }))
    .concat(consumptions(ofKind(found, SeriesKind.Consumption), within));
}

const callIdentity = ({ namespace, service, category, name }: Series): string[] => [namespace, service, category, name];

const callerOf = ({ series }: Group): Edge['from'] => ({ namespace: series[0]!.namespace, name: series[0]!.service });

/** An edge per queue and consumer. What has waited was also processed: there is no waiting without an edge. */
function consumptions(series: SeriesRed[], within: (series: Series) => string[]): Edge[] {
  const groupsOf = (detail: string) =>
    groupSeries(
      series.filter((one) => one.series.detail === detail),
      (one) => ['', one.name, one.namespace, one.service, ...within(one)],
    );
  const waits = new Map(groupsOf(Consumption.Waiting.detail).map((group) => [group.identity.join('\0'), group]));
  return groupsOf(Consumption.Processing.detail).map((group) => {
    const { name, namespace, service } = group.series[0]!;
    const callee = { namespace, name: service };
    return {
      group,
      from: { namespace: '', name },
      to: service,
      callee,
      wait: waits.get(group.identity.join('\0')),
    };
  });
}

export const byFrequency = ({ group: a }: Edge, { group: b }: Edge): number =>
  b.totals.weight - a.totals.weight || (a.identity.join('\0') < b.identity.join('\0') ? -1 : 1);
