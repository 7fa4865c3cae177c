/**
 * The rules APM-1 and APM-2 in SQL: which spans are requests, and which of those are errors. Written apart from the fold
 * that makes the figures (`libs/span-model`), so that one checks the other. Pure.
 */
import { COLUMNS } from '@spanwise/segments/columns';
import { HOUR_MICROS } from '@spanwise/span-model/time-units';
import { quotedName, quotedText } from '../../query/query-engine/sql-text.js';

const WITH_COLUMN = new Set(COLUMNS.traces.filter(({ attribute }) => attribute).map(({ name }) => name));
const pointer = (key: string): string => quotedText(`/${key}`);
const typeOf = (key: string): string => `json_type(attributes, ${pointer(key)})`;

/** An attribute as text, null where it is none or empty. What stands in the JSON is what the client sent. */
function text(key: string): string {
  const column = WITH_COLUMN.has(key) ? `when ${typeOf(key)} is null then nullif(${quotedName(key)}::varchar, '')` : '';
  return `case when ${typeOf(key)} in ('VARCHAR', 'BIGINT', 'UBIGINT', 'DOUBLE')
    then nullif(json_extract_string(attributes, ${pointer(key)}), '') ${column} end`;
}

const first = (...keys: string[]): string => `coalesce(${keys.map(text).join(', ')})`;

/** Numbers, and texts of digits. */
const number = (key: string): string =>
  `case when regexp_full_match(${text(key)}, '-?\\d{1,15}(\\.\\d+)?') then try_cast(${text(key)} as double) end`;

/** gRPC statuses that are the server's fault, by name and by number. */
const SERVER_FAULTS = ['UNKNOWN', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS'];
const SERVER_FAULT_NUMBERS = [2, 4, 12, 13, 14, 15];
/** Bits of `flags`: it is known where the parent lives, and it lives in another process. */
const REMOTE_PARENT = 0x300;

const IS_REQUEST = `(kind = 'SERVER'
  or (kind = 'CONSUMER' and operation not in ('receive', 'settle'))
  or (kind not in ('SERVER', 'CONSUMER', 'CLIENT', 'PRODUCER') and ((messaging is not null and operation = 'process')
    or parent_span_id is null or (coalesce(flags, 0) & ${REMOTE_PARENT}) = ${REMOTE_PARENT})))`;

const IS_ERROR = `case
  when status_code = 'ERROR' then true
  when status_code = 'OK' then false
  when grpc is not null then case
    when regexp_full_match(grpc, '\\d{1,2}') and grpc::integer in (${SERVER_FAULT_NUMBERS.join(', ')}) then true
    when grpc in (${SERVER_FAULTS.map(quotedText).join(', ')}) then true
    when grpc in ('OK', '0', '00') then error_type is not null else false end
  when http >= 500 then true
  when http >= 400 then false
  else error_type is not null end`;

/** Request spans and errors by hour and by the names of their service. */
export function recountStatement(stream: string): string {
  const ofResource = (key: string) => `coalesce(${quotedName(key)}, '')`;
  return `
    with facts as (
      select _timestamp // ${HOUR_MICROS} as hour, kind, status_code, parent_span_id, flags,
        ${ofResource('service.namespace')} as namespace, ${ofResource('service.name')} as service,
        lower(coalesce(${first('messaging.operation.type', 'messaging.operation', 'messaging.operation.name')}, '')) as operation,
        ${text('messaging.system')} as messaging,
        case when coalesce(${first('rpc.system.name', 'rpc.system')}, 'grpc') = 'grpc'
          then upper(${first('rpc.response.status_code', 'rpc.status_code', 'rpc.grpc.status_code')}) end as grpc,
        coalesce(${number('http.response.status_code')}, ${number('http.status_code')}) as http,
        ${text('error.type')} as error_type
      from traces.${quotedName(stream)} where _late is not true
    )
    select hour, namespace, service, count(*) as requests, count(*) filter (${IS_ERROR}) as errors
      from facts where ${IS_REQUEST} group by all order by all`;
}
