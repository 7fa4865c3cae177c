/** Who asks, and what for. Pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { QueryBody } from '@spanwise/contracts/telemetry/query';
import type { QueryRequest } from './queries.js';
import type { QueryOwner } from './running-queries.js';

export const ownerOf = ({ organization_id, subject }: IamContext): QueryOwner => ({
  organizationId: organization_id,
  subject,
});

/** What a body asks for, in every way of running it. Throws `invalid_argument` for a range that ends before it begins. */
export function requestOf(body: QueryBody): Pick<QueryRequest, 'statement' | 'range' | 'chosenRange' | 'stream'> {
  const { start, end } = body.time_range;
  if (end <= start) {
    throw invalidArgument('The time range must end after it begins.', [
      { field: 'time_range.end', reason: 'must be after start' },
    ]);
  }
  return {
    statement: body.statement,
    range: { fromMicros: start, toMicros: end },
    chosenRange: true,
    ...(body.stream && { stream: { name: body.stream.name, signal: body.stream.stream_type } }),
  };
}
