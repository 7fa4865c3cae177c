// Messages arrive in `*.rpc.ts`, SQL lies in `*.store.ts` and `src/db/` (docs/architecture.md, "Boundaries"), and rows of
// the query engine are read in pieces in one place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsIn, isOfSpecs, sourcesBelow } from './sources.mjs';

/** Their messages are handled in `*.rpc.ts`, in one line each, and all their SQL lies in stores. */
const SERVICES = new Set(['iam', 'apm', 'notify', 'projector']);

/** Statements over segments: made as texts by what is asked, and run by no database. */
const OF_QUERY_ENGINE =
  /^(?:query-engine|telemetry-reads)\/|^queries\/reconcile\/(?:recount-statement|rollup-counts)\.ts$|^alerts\/(?:failed-traces|metric-statement)\.ts$/;

/** What runs a statement: a pool's or a client's `query`, and what TypeORM makes statements of. */
const RUNS_SQL =
  /\.query\s*[(<]|\.manager\s*\.|\b(?:createQueryBuilder|getRepository|InjectRepository|createEntityManager)\b/;

/** A text that is a statement, as it begins in this code: in small letters, behind the quote. */
const IS_SQL =
  /['"`]\s*(?:select\s|insert into\s|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete from\s|with\s+(?:recursive\s+)?\w+\s+as\s|lock table\s|savepoint\s|rollback to\s|set local\s|truncate\s)/;

/** A handler's body is what lies between its signature and the brace that ends it. */
const HANDLER_BODY = /^  @Handle(?:Rpc|BytesRpc|Stream)\((\w+)\)\n[^]*?\{\n((?: {4}.*\n| *\n)*?)  \}$/gm;

const HANDLES = /@Handle(?:Rpc|BytesRpc|Stream)\(/;

/** Rows of the query engine in pieces: the binding ends them at an error as at their end. */
const FETCHES_CHUNKS =
  /\.(?:fetchChunk|fetchAllChunks|streamAndRead\w*|startStream\w*|stream)\(\s*(?:\)|['"`]\s*select)/;
const PROVES_THE_END = 'libs/segments/src/streamed-chunks.ts';

/** Imports the handlers that a service has. */
const PUTS_TOGETHER = /\.(?:service-definition|module)\.ts$/;

/** @returns {string[]} one sentence for each violation */
export function layerFaults(root) {
  return sourcesBelow(root)
    .filter((file) => /^(?:apps|libs|tools)\//.test(file) && !file.startsWith('tools/checks/') && !isOfSpecs(file))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')));
}

export function faultsOf(file, text) {
  const [, service, path] = /^apps\/([^/]+)\/src\/(.+)$/.exec(file) ?? [];
  const faults = [];
  if (SERVICES.has(service) && HANDLES.test(text) && !path.endsWith('.rpc.ts'))
    faults.push(`${file}: messages of the bus are handled in *.rpc.ts`);
  if (SERVICES.has(service) && !PUTS_TOGETHER.test(path) && importsIn(text).some(isHandler))
    faults.push(`${file}: what a handler shares lies beside it, not in its *.rpc.ts`);
  if (SERVICES.has(service) && path.endsWith('.store.ts') && importsIn(text).some(isNest))
    faults.push(`${file}: a store does not import Nest`);
  if (SERVICES.has(service) && path.endsWith('.rpc.ts'))
    for (const [, contract, body] of text.matchAll(HANDLER_BODY))
      if (linesIn(body) > 1) faults.push(`${file}: the handler of ${contract} calls what does the work, in one line`);
  if (file !== PROVES_THE_END && FETCHES_CHUNKS.test(text))
    faults.push(`${file}: rows are read in pieces by streamedChunks, which proves their end`);
  if (mayHoldNoSql(service, path) && (RUNS_SQL.test(text) || IS_SQL.test(text)))
    faults.push(`${file}: SQL lies in *.store.ts and src/db/`);
  return faults;
}

const linesIn = (body) => body.split('\n').filter((line) => /\S/.test(line)).length;

const isHandler = (specifier) => specifier.endsWith('.rpc.js');
const isNest = (specifier) => specifier.startsWith('@nestjs/');

const mayHoldNoSql = (service, path) =>
  SERVICES.has(service) &&
  !path.endsWith('.store.ts') &&
  !path.startsWith('db/') &&
  !(service === 'apm' && !path.endsWith('.rpc.ts') && OF_QUERY_ENGINE.test(path));
