import type { DependencySummary } from '@spanwise/contracts/apm/apm';
import type { ApmRead } from '../read/apm-read.js';
import type { Group } from '../read/grouping.js';
import type { Series } from '../read/series.js';
import { dependencySummary } from '../read/summaries.js';

interface CalleeRow {
  namespace: string;
  service: string;
  environment: string;
  category: string;
  target: string;
  callee_namespace: string;
  callee: string;
}

/** Summaries of dependencies, each with the service that answers behind it where that has been learned (APM-10). */
export async function dependencySummaries(groups: Group[], read: ApmRead): Promise<DependencySummary[]> {
  const callees = await calleesOf(groups, read);
  return groups.map((group, index) => {
    const callee = callees[index];
    return { ...dependencySummary(group, read), ...(callee && { callee }) };
  });
}

/** The callee of each group, undefined where none has been learned. */
export async function calleesOf(groups: Group[], read: ApmRead): Promise<DependencySummary['callee'][]> {
  const callees = await readCallees(groups, read);
  return groups.map((group) => callees.get(keyOfSeries(group.series[0]!)));
}

async function readCallees(groups: Group[], { snapshot }: ApmRead): Promise<Map<string, DependencySummary['callee']>> {
  if (groups.length === 0) return new Map();
  const column = (part: 'namespace' | 'service' | 'environment' | 'category' | 'name') =>
    groups.map(({ series: [first] }) => first![part]);
  const { rows } = await snapshot.client.query<CalleeRow>(
    `select namespace, service, environment, category, target, callee_namespace, callee
       from callees join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         as asked (namespace, service, environment, category, target)
         using (namespace, service, environment, category, target)
      where organization_id = $1`,
    [
      snapshot.organizationId,
      column('namespace'),
      column('service'),
      column('environment'),
      column('category'),
      column('name'),
    ],
  );
  return new Map(
    rows.map((row) => [
      keyOf(row.namespace, row.service, row.environment, row.category, row.target),
      { namespace: row.callee_namespace, name: row.callee },
    ]),
  );
}

const keyOf = (...parts: string[]): string => parts.join('\0');
const keyOfSeries = ({ namespace, service, environment, category, name }: Series): string =>
  keyOf(namespace, service, environment, category, name);
