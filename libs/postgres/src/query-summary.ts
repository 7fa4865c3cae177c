export interface QuerySummary {
  /** The first word of the statement, upper case. */
  operation: string;
  /** With the table that it is about, when that is plain to see. */
  summary: string;
}

const READ_CHARS = 2_000;
const OPERATION = /^\s*([a-z]+)/i;
/** With or without a schema before it and quotes around it. */
const NAME = String.raw`\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]\w*)`;
const after = (words: string) => new RegExp(String.raw`\b(?:${words})${NAME}`, 'i');
const TABLE: Readonly<Record<string, RegExp>> = {
  SELECT: after('from'),
  WITH: after('into|update|from'),
  INSERT: after('into'),
  UPDATE: after('update'),
  DELETE: after('from'),
  COPY: after('from'),
};

/** What a statement does, of few different values whatever its texts. */
export function querySummary(text: string): QuerySummary {
  const start = text.slice(0, READ_CHARS);
  const operation = OPERATION.exec(start)?.[1]!.toUpperCase() ?? 'UNKNOWN';
  const table = TABLE[operation]?.exec(start)?.[1];
  return { operation, summary: table === undefined ? operation : `${operation} ${table.toLowerCase()}` };
}
