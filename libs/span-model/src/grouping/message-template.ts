/** Messages without what varies between occurrences (APM-14); the order of the rules matters. */

const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi, '{url}'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '{uuid}'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '{time}'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '{date}'],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, '{time}'],
  [/(?:\b\d{1,3}(?:\.\d{1,3}){3}|\[IP\])(?::\d+)?/g, '{host}'],
  [/(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,24}/g, '{email}'],
];
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  // Hashes and numbers stand for one another: a short hash may be all digits.
  [/\b0x[0-9a-f]+\b/gi, '{n}'],
  [/\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '{n}'],
  [/[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi, '{n}'],
];

const MAX_TEMPLATE_CHARS = 512;

/** Of the first line. */
export function messageTemplate(message: string): string {
  const line = message.split('\n', 1)[0]!.slice(0, 4 * MAX_TEMPLATE_CHARS);
  const template = replaceAll(NUMBERS, withoutHosts(replaceAll(VARIABLE_PARTS, withoutStatement(line))));
  return template.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEMPLATE_CHARS);
}

const replaceAll = (parts: typeof NUMBERS, text: string): string =>
  parts.reduce((made, [pattern, name]) => made.replace(pattern, name), text);

const NAME = /[A-Za-z0-9](?:[\w.-]*\w)?(?::\d{1,5}(?![\w.]))?/g;
const MAX_HOST_CHARS = 260;
/** Ends of names that are hosts wherever they stand. `.io`, `.app` and `.dev` are packages and members, too. */
const HOST =
  /^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|edu|gov|local|localdomain|internal|intern|lan|corp|cloud|example|invalid|svc|consul|amazonaws|windows|(?:co|ac|org|com)\.[a-z]{2})(?::\d{1,5})?$/i;
const LONG_HOST =
  /^[a-z\d-]+(?:\.[a-z\d-]+){2,}\.(?:io|app|dev|eu|de|fr|uk|us|nl|ch|at|pl|it|es|se|jp|cn|ru|br|ca|au|in|site|xyz)(?::\d{1,5})?$/;
/** A replica of a deployment or a set: `cart-6d8f9b7c5d-x2x9z`, `ip-10-0-3-7`. */
const REPLICA = /^[a-z][a-z\d-]*-(?=[a-f]*\d)[\da-f]{8,10}-[a-z\d]{5}(?::\d{1,5})?$|^ip-\d+-\d+-\d+-\d+$/;
const WITH_PORT = /^[A-Za-z][\w.-]*:\d{2,5}$/;
/** Words after which a name is a host's. */
const BEFORE_HOST =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|lookup|(?:tcp|udp)[46]?|host|hostname|server|UnknownHostException:|broker|node|nodename|upstream|address|connect(?:ing|ion)? to|connected to)[ :='"(]{1,3}$/i;
/** Words that stand there and name no host. */
const NO_HOST =
  /^(?:is|was|to|on|at|in|for|of|the|a|an|and|not|no|name|error|closed|failed|refused|timed|unavailable|returned|could|cannot|did|has|has-been|port|with|from|by|list|type|unknown|unreachable|down|reset)$/i;

/** Names of hosts, by their form or by the word before them. */
const withoutHosts = (text: string): string =>
  text.replace(NAME, (name: string, at: number) =>
    isHost(name, text.slice(Math.max(0, at - 32), at)) ? '{host}' : name,
  );

function isHost(name: string, before: string): boolean {
  if (name.length > MAX_HOST_CHARS || before.endsWith('{')) return false;
  if (HOST.test(name) || LONG_HOST.test(name) || REPLICA.test(name)) return true;
  return (
    BEFORE_HOST.test(before) &&
    !NO_HOST.test(name) &&
    (/[.\d-]/.test(name) || WITH_PORT.test(name) || isSoleWord(before))
  );
}

/** After these nothing but a host can stand. */
const isSoleWord = (before: string): boolean => /(?:ENOTFOUND|EAI_AGAIN|lookup|UnknownHostException:) $/.test(before);

const STATEMENT =
  /\b(?:select|insert(?: ignore)?\s+into|replace\s+into|update|delete\s+from|merge\s+into|with|truncate\s+table)\s/gi;
/** What makes such a word the beginning of a statement, with the table that it is about. */
const ABOUT: readonly RegExp[] = [
  /^(?:insert(?: ignore)?|replace|delete|merge|truncate)\s+(?:into|from|table)\s+(?<table>[\w."`[\]]{1,128})/i,
  /^update\s+(?<table>[\w."`[\]]{1,128})\s+(?:as\s+|\w+\s+)?set\s/i,
  /^(?:select|with)\s[^;]{1,1600}?\sfrom\s+(?<table>[\w."`[\]]{1,128})/i,
];
const MARKED = /\b(?:sql|statement|query)['"]?\s?[:=[]\s?['"[]?$/i;
const MAX_STATEMENTS = 4;
const CLOSING: Record<string, string> = { '[': ']', '(': ')', '"': '"', "'": "'", '`': '`' };

/** The text of a statement is one word of its verb and its table: values and lists of columns vary. */
function withoutStatement(line: string): string {
  let tried = 0;
  for (const match of line.matchAll(STATEMENT)) {
    if (tried++ === MAX_STATEMENTS) break;
    const before = line.slice(Math.max(0, match.index - 32), match.index);
    const rest = line.slice(match.index);
    const table = ABOUT.map((pattern) => pattern.exec(rest)?.groups?.table).find((found) => found !== undefined);
    if (table === undefined && !MARKED.test(before)) continue;
    const verb = /^\w+/.exec(rest)![0].toLowerCase();
    const about = table === undefined ? '' : ` ${table.replaceAll(/["`[\]]/g, '').toLowerCase()}`;
    return `${line.slice(0, match.index)}{${verb}${about}}${afterStatement(rest, before)}`;
  }
  return line;
}

/** A statement ends where the bracket or the quote before it closes, or with the line. */
function afterStatement(rest: string, before: string): string {
  const opened = /[[("'`](?=(?:sql: ?|connection: ?[\w-]{1,16}, sql: ?)?$)/i.exec(before)?.[0];
  const end = opened === undefined ? -1 : rest.lastIndexOf(CLOSING[opened]!);
  return end < 0 ? '' : rest.slice(end);
}
