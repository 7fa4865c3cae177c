import type { Signal } from './columns.js';

/** Latest time that four digits of a year can say. */
const MAX_MICROS = Date.UTC(9999, 11, 31) * 1_000;

/** Key of a segment in the object store: `<organization>/<signal>/<stream>/<yyyy-mm-dd>/<hh>/<id>.parquet` (ADR 0012). */
export function segmentKey(
  of: { organizationId: string; signal: Signal; stream: string },
  fromMicros: number,
  id: string,
): string {
  const time = new Date(Math.min(Math.max(fromMicros, 0), MAX_MICROS) / 1_000).toISOString();
  return `${streamPrefix(of)}${time.slice(0, 10)}/${time.slice(11, 13)}/${id}.parquet`;
}

/** What the keys of all segments of a stream begin with. */
export const streamPrefix = (of: { organizationId: string; signal: Signal; stream: string }): string =>
  `${of.organizationId}/${of.signal}/${of.stream}/`;
