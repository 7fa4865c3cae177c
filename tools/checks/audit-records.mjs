// Who changes something by a message of the bus leaves a record in the audit log (ACCESS-13): the handler of every contract
// whose access is more than reading, or that writes to the database, leads to what writes one. What has a reason not to is in
// a list. Whether a record lies on every path of a handler is not seen here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNRECORDED } from './audit-records.exceptions.mjs';
import { CallGraph } from './call-graph.mjs';
import { isOfSpecs, sourcesBelow } from './sources.mjs';

const HANDLED = /^apps\/(?:iam|apm|notify|projector)\/src\/.+\.rpc\.ts$/;
const READ = /^(?:apps\/(?:iam|apm|notify|projector)|libs\/(?:contracts|postgres))\/src\//;

/** What writes a record, by its file. */
const RECORDERS = {
  'apps/iam/src/platform/audit/audit.ts': ['audit'],
  'apps/notify/src/audit/audit-outbox.ts': ['recordChange', 'recordOwnChange'],
  'apps/apm/src/audit/audit-outbox.ts': ['recordChange'],
};

const HANDLER = /^  @Handle(?:Rpc|BytesRpc|Stream)\((\w+)\)\n  (?:async )?(\w+)/gm;
const WRITES = /\b(?:insert into|delete from|update\s+\S+\s+(?:(?:as\s+)?\w+\s+)?set)\s/;
const READING = /\.read$|^streams\.query$/;
/** Subject, input and access of a contract. */
const MESSAGE = /\(\)\(\s*['"`][^'"`]*['"`],\s*\w+,\s*(\{[^}]*\}|'[^']*'|\w+)/;

/** @returns {string[]} one sentence for each violation */
export const auditFaults = (root) => faultsIn(textsBelow(root), UNRECORDED);

/** @returns {Map<string, string>} what of the program is looked at, by its paths */
export function textsBelow(root) {
  const files = sourcesBelow(root).filter((file) => READ.test(file) && !isOfSpecs(file));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/**
 * @param {Map<string, string>} files texts by their paths
 * @param {Record<string, string>} unrecorded reasons by the names of contracts
 */
export function faultsIn(files, unrecorded) {
  const handlers = handlersIn(files);
  const faults = handlers
    .filter(({ contract, changes, records }) => changes && !records && !(contract in unrecorded))
    .map(({ contract }) => `${contract}: changes something and writes no audit record`);
  for (const name of Object.keys(unrecorded)) {
    const one = handlers.find(({ contract }) => contract === name);
    if (one === undefined || one.records || !one.changes)
      faults.push(`${name}: is in the list of what needs no audit record, and has no need to be`);
  }
  return faults.toSorted();
}

/** @returns {{ contract: string, changes: boolean, records: boolean }[]} */
function handlersIn(files) {
  const graph = new CallGraph(files);
  return [...files].flatMap(([file, text]) => {
    if (!HANDLED.test(file)) return [];
    const [controller] = [...graph.files.get(file).declarations.values()].filter(
      ({ members }) => members !== undefined,
    );
    return [...text.matchAll(HANDLER)].map(([, contract, method]) => {
      const reached = graph.reachedFrom(controller.members.get(method), isRecorder);
      const records = [...reached].some(isRecorder);
      const writes = [...reached].some((one) => !isRecorder(one) && WRITES.test(one.text));
      return { contract, changes: writes || !isReading(permissionsOf(graph, file, contract)), records };
    });
  });
}

const isRecorder = ({ file, name, owner }) => owner === undefined && (RECORDERS[file]?.includes(name) ?? false);
const isReading = (permissions) => permissions.every((one) => READING.test(one));

/** None where a message asks for none, as those between services. */
function permissionsOf(graph, file, contract) {
  const message = graph.named(file, contract);
  if (message === undefined) throw new Error(`${file}: the contract ${contract} was not found`);
  const access = MESSAGE.exec(message.text)?.[1];
  if (access === undefined || access.startsWith("'")) return [];
  const text = access.startsWith('{') ? access : graph.named(message.file, access).text;
  return [...text.matchAll(/\w+: '([^']+)'/g)].map(([, permission]) => permission);
}
