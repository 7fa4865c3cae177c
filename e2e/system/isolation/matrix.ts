/** Every operation under every attack, and what each has to answer. */
import { randomUUID } from 'node:crypto';
import { permissionsOfRole } from '@spanwise/contracts/authz/permissions';
import { call, type Answer } from '../harness/http.js';
import { parametersOf, type Operation } from './operations.js';
import { isOwnedByNobody, MARK } from './rival.js';
import { BARE_PERMISSIONS, type World } from './world.js';

const ATTACKS = [
  'no credential',
  'malformed credential',
  'expired session',
  'revoked token',
  'disabled user',
  'disabled organization',
  'missing permission',
  'ingest token',
  '_sys scope',
  'foreign organization',
] as const;
type Attack = (typeof ATTACKS)[number];

/** `allowed` cells are called with GET alone, so that the matrix changes nothing. */
type Expectation = 'not applicable' | 'unauthorized' | 'forbidden' | 'allowed' | 'as for an unknown id';

/** The one table of what is expected, by attack and by what an operation needs. */
function expectation(attack: Attack, { method, permissions, path, statuses }: Operation): Expectation {
  if (permissions === undefined) {
    if (attack !== 'no credential') return 'not applicable';
    // Public, or for a credential of its own, such as a share.
    return method === 'GET' && statuses.includes(401) ? 'unauthorized' : 'allowed';
  }
  const { organization, system } = permissions;
  const any = organization === undefined && system === undefined;
  const within = (held: readonly string[]) =>
    any || (organization !== undefined && held.includes(organization)) ? 'allowed' : 'forbidden';
  switch (attack) {
    case 'no credential':
    case 'malformed credential':
    case 'expired session':
    case 'revoked token':
    case 'disabled user':
      return 'unauthorized';
    case 'disabled organization':
      return within([]);
    case 'missing permission':
      return within(BARE_PERMISSIONS);
    case 'ingest token':
      return within(permissionsOfRole('ingest'));
    case '_sys scope':
      return any || system !== undefined ? 'allowed' : 'forbidden';
    case 'foreign organization':
      if (organization === undefined && !any) return 'forbidden';
      return parametersOf(path).some((name) => !isOwnedByNobody(path, name)) ? 'as for an unknown id' : 'allowed';
  }
}

const CALLER_OF = {
  'expired session': 'expired',
  'revoked token': 'revoked',
  'disabled user': 'disabled',
  'disabled organization': 'closed',
  'missing permission': 'bare',
  'ingest token': 'ingest',
  '_sys scope': 'system',
  'foreign organization': 'owner',
} as const;

function credentialOf(world: World, attack: Attack): string | undefined {
  if (attack === 'no credential') return undefined;
  return attack === 'malformed credential' ? 'sw_nobody_nothing' : world.callers[CALLER_OF[attack]];
}

export interface MatrixResult {
  cells: number;
  notApplicable: number;
  foreignRows: string[];
  wrong: string[];
}

export async function runMatrix(
  world: World,
  operations: readonly Operation[],
  attacks: readonly Attack[] = ATTACKS,
): Promise<MatrixResult> {
  const result: MatrixResult = { cells: 0, notApplicable: 0, foreignRows: [], wrong: [] };
  // The first look makes what is made at the first call, such as the default token.
  await rivalView(world, operations);
  const before = await rivalView(world, operations);
  for (const operation of operations) {
    for (const attack of attacks) {
      const expected = expectation(attack, operation);
      if (expected === 'not applicable' || (expected === 'allowed' && operation.method !== 'GET')) {
        result.notApplicable++;
        continue;
      }
      result.cells++;
      await runCell(world, operation, attack, expected, result);
    }
  }
  const after = await rivalView(world, operations);
  for (const [at, line] of before.entries())
    if (after[at] !== line) result.wrong.push(`the rival's things have changed: ${line} became ${after[at]}`);
  return result;
}

/** Everything of the rival that attacks must leave alone, as the rival reads it; figures and logs go on by themselves. */
async function rivalView(world: World, operations: readonly Operation[]): Promise<string[]> {
  const kept = operations.filter(
    ({ method, path, permissions }) =>
      method === 'GET' &&
      permissions !== undefined &&
      !/\/(apm|traces?|topology|home|audit|sessions|system|streams(\/runtime)?$|query\/(slow|running)|(shifts|gaps|evaluations|instances)$)/.test(
        path,
      ),
  );
  const view: string[] = [];
  for (const { path } of kept) {
    const { status, text } = await call(world.baseUrl, 'GET', pathWith(path, world.foreign(path)), world.boss);
    view.push(`GET ${path}: ${status} ${withoutMoments(text)}`);
  }
  return view;
}

/** Members that change by themselves: rules are evaluated meanwhile, some of them for the first time. */
const OF_A_MOMENT = /^(request_id|last_[a-z_]+)$/;

/** A member that is not there yet reads as one that has moved on, wherever it stands. */
function withoutMoments(text: string): string {
  const kept = (name: string, value: unknown) => (OF_A_MOMENT.test(name) ? undefined : value);
  try {
    return JSON.stringify(JSON.parse(text, kept));
  } catch {
    return text;
  }
}

async function runCell(
  world: World,
  operation: Operation,
  attack: Attack,
  expected: Expectation,
  result: MatrixResult,
): Promise<void> {
  const cell = `${operation.method} ${operation.path} with ${attack}`;
  const credential = credentialOf(world, attack);
  const values = world.foreign(operation.path);
  const ask = (path: string) => call(world.baseUrl, operation.method, path, credential, operation.body);
  const answer = await ask(pathWith(operation.path, values));
  const foreign = withoutSent(answer.text, values).includes(MARK);
  if (foreign && !isPlatformView(operation, attack)) result.foreignRows.push(`${cell}: ${answer.text.slice(0, 200)}`);
  const fault = (sentence: string) => result.wrong.push(`${cell}: ${sentence}`);
  if (expected === 'unauthorized' && answer.status !== 401) fault(`answered ${answer.status}, not 401`);
  if (expected === 'forbidden' && answer.status !== 403) fault(`answered ${answer.status}, not 403`);
  // A public route may have a credential of its own.
  const ownCredential = operation.permissions === undefined && operation.statuses.includes(401);
  if (expected === 'allowed' && answer.status === 401 && !ownCredential) fault('answered 401');
  if (answer.status === 500 || !operation.statuses.includes(answer.status))
    fault(`answered ${answer.status}, which is not described`);
  if (expected !== 'as for an unknown id') return;
  const unknown = Object.fromEntries(Object.keys(values).map((name) => [name, randomLike(values[name]!)]));
  const other = await ask(pathWith(operation.path, unknown));
  // A read that finds nothing may say so with an empty list.
  if (answer.status >= 500 || (answer.status < 400 && operation.method !== 'GET')) fault(`answered ${answer.status}`);
  if (plain(answer, values) !== plain(other, unknown))
    fault(`differs from an unknown id: ${plain(answer, values)} and ${plain(other, unknown)}`);
}

/** What the platform's administrator sees of every organization by design: the directory, and who was managed by whom. */
const isPlatformView = ({ path }: Operation, attack: Attack): boolean =>
  attack === '_sys scope' && ['/api/v1/orgs', '/api/v1/system/audit', '/api/v1/system/audit/export'].includes(path);

/** A value of the same shape that is not used. */
function randomLike(value: string): string {
  if (/^[0-9a-f]{8}-/.test(value)) return randomUUID();
  if (value.includes(MARK)) return value.replaceAll(MARK, 'nobody0000');
  // Zeros alone are the id of no trace.
  return value.replaceAll(/[0-9a-f]/g, '0').replace(/0$/, '1');
}

const pathWith = (path: string, values: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? unowned(name)));

const unowned = (name: string): string => (name === 'category' ? 'alert' : '00000000-0000-7000-8000-00000000abcd');

function withoutSent(text: string, values: Record<string, string>): string {
  return Object.values(values).reduce((rest, value) => rest.replaceAll(value, ''), text);
}

/** What of an answer has to be alike: everything but its request id, how far storing is at the moment, and an echo of what was sent. */
function plain({ status, text }: Answer, values: Record<string, string>): string {
  return `${status} ${withoutSent(text, values).replace(/("request_id":"[^"]*"|(?<="stored_to_micros":)\d+)/g, '')}`;
}
