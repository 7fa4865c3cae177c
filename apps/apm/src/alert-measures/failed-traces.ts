/** In which traces services fail together (ALERT-120): one statement over what is stored of a window. */
import { randomUUID } from 'node:crypto';
import type { FailedTraces, LabelledService } from '@spanwise/contracts/alerting/evidence';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { DEFAULT_NAMESPACE, UNKNOWN_ENVIRONMENT } from '@spanwise/span-model/series';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';
import type { Queries } from '../query/query-engine/queries.js';
import { quotedText } from '../query/query-engine/sql-text.js';
import { asOneTable } from '../query/telemetry-reads/reader.js';

const TIME_LIMIT_MS = 4_000;
/** With the wait for a turn. */
const TOGETHER_MS = 6_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Throws where they cannot be had, or not all of them. */
export async function failedTraces(
  queries: Queries,
  organizationId: string,
  services: readonly LabelledService[],
  { fromMicros, toMicros }: QueryRange,
): Promise<FailedTraces[]> {
  const known = await queries.ports.catalogue.streams(organizationId);
  const streams = known.filter((one) => one.signal === 'traces' && one.limits.queryable).map(({ stream }) => stream);
  if (streams.length === 0) return [];
  const pieces: Uint8Array[] = [];
  const request = {
    id: randomUUID(),
    statement: statementOf(asOneTable('traces', streams), services, fromMicros, toMicros),
    // A trace does not end with the minute: what failed because of it may have begun before.
    range: { fromMicros: fromMicros - MICROS.minute, toMicros: toMicros + MICROS.minute },
    form: 'arrays' as const,
    maxBytes: MAX_BYTES,
    timeLimitMs: TIME_LIMIT_MS,
  };
  const owner = { organizationId, subject: 'alert causes' };
  const summary = await queries.run(owner, request, AbortSignal.timeout(TOGETHER_MS), {
    begin: () => undefined,
    write: (bytes) => void pieces.push(bytes),
  });
  if (summary.partial_reason !== undefined)
    throw new ServiceError('resource_exhausted', `Not all traces of the window were read: ${summary.partial_reason}.`);
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  return togetherOf(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Together));
}

type Together = [service: number, other: number, traces: number];

/** A row for each two services: in how many traces of the window both failed. With itself: in how many it did. */
function statementOf(spans: string, services: readonly LabelledService[], from: number, to: number): string {
  const asked = services.map(
    ({ service, namespace = '', environment = '' }, at) =>
      `(${at}, ${quotedText(service)}, ${quotedText(namespace)}, ${quotedText(environment)})`,
  );
  return `
    with asked as (
      select * from (values ${asked.join(', ')}) as given (place, service, namespace, environment)),
    failed as (
      select trace_id, place, bool_or(_timestamp >= ${from} and _timestamp < ${to}) as recent
        from ${spans} as spans join asked on "service.name" = service
         and (namespace = '' or coalesce("service.namespace", ${quotedText(DEFAULT_NAMESPACE)}) = namespace)
         and (environment = '' or coalesce("deployment.environment.name", ${quotedText(UNKNOWN_ENVIRONMENT)}) = environment)
       where status_code = 'ERROR' group by trace_id, place)
    select one.place::integer, other.place::integer, count(*)::integer
      from failed as one join failed as other on one.trace_id = other.trace_id
     where one.recent group by one.place, other.place`;
}

function togetherOf(rows: readonly Together[]): FailedTraces[] {
  const found = new Map<number, FailedTraces>();
  const of = (service: number) => {
    let one = found.get(service);
    if (one === undefined) found.set(service, (one = { service, traces: 0, shared: [] }));
    return one;
  };
  for (const [service, other, traces] of rows) {
    if (service === other) of(service).traces = traces;
    else of(service).shared.push({ service: other, traces });
  }
  for (const { shared } of found.values()) shared.sort((one, other) => one.service - other.service);
  return [...found.values()].sort((one, other) => one.service - other.service);
}
