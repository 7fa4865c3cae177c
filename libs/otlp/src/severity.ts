/** What a severity's text says where its number is missing (OpenTelemetry logs data model, "Severity"). Pure. */

/** Names of the data model, of syslog (RFC 5424) and of the usual libraries, in small letters. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'trace finest verbose',
    5: 'debug fine finer dbg',
    9: 'info information informational inf',
    10: 'notice',
    13: 'warn warning wrn',
    17: 'error err severe',
    21: 'fatal critical crit ftl',
    22: 'alert',
    24: 'emergency emerg panic',
  }).flatMap(([number, names]) => names.split(' ').map((name) => [name, Number(number)] as const)),
);
/** `ERROR3` and the like: the short names of the data model, from the second number of each range on. */
const SHORT = /^(trace|debug|info|warn|error|fatal)([2-4])$/;

/** QUERY-9: the number as it was sent, else the one that the text says; 0 where neither says anything. */
export function severityOf(number: number, text: string): number {
  if (number !== 0 || text === '') return number;
  const name = text.trim().toLowerCase();
  const [, range, place] = SHORT.exec(name) ?? [];
  return range === undefined ? (NUMBERS.get(name) ?? 0) : NUMBERS.get(range)! + Number(place) - 1;
}
