// What no lint rule says of a source: where SQL lies, and how rows are read in pieces
// (docs/architecture.md, "Boundaries").
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSpecs, sourcesBelow } from './sources.mjs';

const OF_SERVICE = /^apps\/(?:iam|apm|notify|projector)\/src\//;
const MAY_HOLD_SQL = /\.store\.ts$|^apps\/[^/]+\/src\/db\//;

/** Statements over segments, which no database runs. */
const OF_QUERY_ENGINE =
  /^apps\/apm\/src\/(?:query\/(?:query-engine|telemetry-reads)\/|apm\/reconcile\/(?:recount-statement|rollup-counts)\.ts$|alert-measures\/(?:failed-traces|metric-statement)\.ts$)/;

/** What runs a statement: a pool's or a client's `query`, and what TypeORM makes statements of. */
const RUNS_SQL =
  /\.query\s*[(<]|\.manager\s*\.|\b(?:createQueryBuilder|getRepository|InjectRepository|createEntityManager)\b/;

/** A text that is a statement, as it begins in this code: in small letters, behind the quote. */
const IS_SQL =
  /['"`]\s*(?:select\s|insert into\s|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete from\s|with\s+(?:recursive\s+)?\w+\s+as\s|lock table\s|savepoint\s|rollback to\s|set local\s|truncate\s)/;

/** Rows of the query engine in pieces: the binding ends them at an error as at their end. */
const FETCHES_CHUNKS =
  /\.(?:fetchChunk|fetchAllChunks|streamAndRead\w*|startStream\w*|stream)\(\s*(?:\)|['"`]\s*select)/;
const PROVES_THE_END = 'libs/segments/src/streamed-chunks.ts';

/** @returns {string[]} one sentence for each violation */
export const sourceFaults = (root) =>
  sourcesBelow(root)
    .filter((file) => /^(?:apps|libs|tools)\//.test(file) && !file.startsWith('tools/checks/') && !isOfSpecs(file))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')));

export function faultsOf(file, text) {
  const faults = [];
  if (file !== PROVES_THE_END && FETCHES_CHUNKS.test(text))
    faults.push('rows are read in pieces by streamedChunks, which proves their end');
  const mayHoldSql = !OF_SERVICE.test(file) || MAY_HOLD_SQL.test(file) || OF_QUERY_ENGINE.test(file);
  if (!mayHoldSql && (RUNS_SQL.test(text) || IS_SQL.test(text))) faults.push('SQL lies in *.store.ts and src/db/');
  return faults.map((fault) => `${file}: ${fault}`);
}
