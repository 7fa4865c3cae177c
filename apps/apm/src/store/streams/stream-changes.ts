/** What the audit log keeps of changes of streams; pure. */
import type { ConfigureStreamBody } from '@spanwise/contracts/telemetry/streams';
import type { AuditedChange } from '@spanwise/postgres/audit-outbox';
import { storable } from '@spanwise/span-model/utf8';
import type { StreamRow } from './stream-view.js';

const NAMED_FIELDS = 20;

export const changeOf = (
  action: string,
  { id, name, signal }: StreamRow,
  more: Record<string, unknown>,
): AuditedChange => ({
  action,
  target_kind: 'stream',
  target_id: id,
  payload: { name, stream_type: signal, ...more },
});

/** The members that were changed: days before and after, of settings and fields the names. Null days are the default. */
export const changedBy = (
  { retention_days: days, settings, fields }: ConfigureStreamBody,
  before?: Pick<StreamRow, 'retention_days'>,
) => ({
  ...(days !== undefined && { retention_days: days }),
  ...(days !== undefined && before !== undefined && { retention_days_before: before.retention_days }),
  ...(settings !== undefined && { settings: Object.keys(JSON.parse(JSON.stringify(settings)) as object) }),
  ...(fields !== undefined && {
    fields: fields.length,
    field_names: fields.slice(0, NAMED_FIELDS).map(({ name }) => storable(name)),
  }),
});

/** What a stream held when it was deleted. */
export const lostWith = ({ rows, bytes, segments, from_micros: from, to_micros: to }: StreamRow) => ({
  rows: Number(rows),
  bytes: Number(bytes),
  segments: Number(segments),
  ...(from !== null && { from_micros: Number(from) }),
  ...(to !== null && { to_micros: Number(to) }),
});
