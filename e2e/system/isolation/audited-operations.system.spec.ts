/**
 * Whatever says of itself that it is recorded (`audit: 'recorded'` of its contract) is called through the gateway and looked
 * for in the audit log, and so is its refusal where it asks for a permission (ACCESS-13).
 */
// A product of its own: its keys are turned, its licence is changed, and all users are signed out of it.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoles } from '@spanwise/contracts/iam/roles';
import { Empty, rpc, type Rpc } from '@spanwise/contracts/authz/rpc';
import { exportsOfContracts } from './contract-modules.js';
import { readOperations, type Operation } from './operations.js';
import { Product } from '../harness/product.js';
import { eventually } from '@spanwise/testing/eventually';
import {
  acknowledgeFromOutside,
  answerIncidents,
  changeChannels,
  changeRules,
  changeSchedules,
} from './audited-alerts.fixture.js';
import { changeAccounts, giveAccess, giveAway, joinByMail } from './audited-people.fixture.js';
import { bill, changeOrganizations, license, turnKeys } from './audited-platform.fixture.js';
import { roleId, Scene, type Called } from './audited-scene.fixture.js';
import { changeTelemetry, searchInJobs } from './audited-telemetry.fixture.js';
import { httpCall } from '../../src/http-call.js';
import { MailServer } from '../../src/mail.fixture.js';
import { ENVIRONMENT } from '../../src/tenant.fixture.js';

type Contract = Pick<Rpc<object, unknown>, 'subject' | 'access' | 'audit'>;

const SOME_ID = '00000000-0000-7000-8000-00000000abcd';
const issuer = generateKeyPairSync('ed25519');
const mail = new MailServer();
let product: Product;
let scene: Scene;
let operations: Operation[];
let contracts: Contract[];

beforeAll(async () => {
  const key = Buffer.from(issuer.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
  const environment = { SPANWISE_SMTP_URL: await mail.start(), SPANWISE_LICENSE_KEYS: `issuer:${key}` };
  product = await Product.start({ environment: { ...ENVIRONMENT, ...environment } });
  scene = await Scene.of(product, mail);
  operations = await readOperations(product.baseUrl);
  contracts = (await allContracts()).filter(({ audit }) => audit === 'recorded');
});
afterAll(async () => {
  await scene?.close();
  product?.stop();
  await mail.stop();
});

async function allContracts(): Promise<Contract[]> {
  const values = await exportsOfContracts();
  return values.filter((value): value is Contract => typeof value === 'object' && value !== null && 'audit' in value);
}

async function callEverything(): Promise<void> {
  const { id } = await scene.call('POST /orgs', { name: 'Partner', slug: 'partner' }, { token: scene.system });
  const partner = await scene.person('partner', roleId('owner'), await scene.select(id, scene.system));
  await scene.signInAnew();
  await changeAccounts(scene);
  await joinByMail(scene);
  await giveAccess(scene);
  await giveAway(scene, partner);
  await changeRules(scene);
  await changeSchedules(scene);
  await changeChannels(scene);
  await answerIncidents(scene);
  await acknowledgeFromOutside(scene);
  await changeTelemetry(scene);
  await searchInJobs(scene);
  await changeOrganizations(scene);
  await bill(scene);
  await license(scene, issuer.privateKey);
  await turnKeys(scene);
  await scene.signInAnew();
}

const callsOf = ({ subject }: Contract): Called[] =>
  scene.calls.filter(({ requestId }) => scene.reached.get(requestId)?.has(subject));

/** The operation of a call; one that names its path beats one with a parameter in its place. */
const operationOf = ({ method, path }: Called): Operation | undefined =>
  operations
    .filter((one) => one.method === method && patternOf(one.path).test(path.split('?')[0]!))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0];

const patternOf = (path: string) => new RegExp(`^${path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Those that need a permission. */
const guarded = (contract: Contract): Operation[] =>
  callsOf(contract)
    .map(operationOf)
    .filter((one) => one !== undefined)
    .filter(({ permissions }) => Object.keys(permissions ?? {}).length > 0);

const refusalOf = ({ method, path }: Operation): string => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** By a user whose role permits none of it. */
async function callRefused(of: readonly Contract[]): Promise<void> {
  const { id } = await scene.call('POST /roles', { key: 'bare', name: 'Bare', permissions: ['rum.write'] });
  const { token } = await scene.person('bare', id);
  for (const operation of new Set(of.flatMap(guarded))) {
    const path = operation.path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, SOME_ID);
    const line = `${operation.method} ${path}`;
    expect({ line, status: (await httpCall(product.baseUrl, line, { token })).status }).toEqual({ line, status: 403 });
  }
}

interface Log {
  /** How many records a request has left. */
  records: Map<string, number>;
  refusals: Set<string>;
}

async function readLog(): Promise<Log> {
  const { rows } = await scene.database.query<{ request_id: string; action: string; target: string }>(
    'select request_id, action, target from iam.audit_log',
  );
  const refused = rows.filter(({ action }) => action === 'access.denied');
  const records = new Map<string, number>();
  for (const { request_id: id, action } of rows)
    if (action !== 'access.denied') records.set(id, (records.get(id) ?? 0) + 1);
  return { records, refusals: new Set(refused.map(({ target }) => target)) };
}

function faultsOf(contract: Contract, { records, refusals }: Log): string[] {
  const { subject, access } = contract;
  const calls = callsOf(contract);
  if (calls.length === 0) return [`${subject}: no call reaches it`];
  const faults: string[] = [];
  // A call may reach several, such as a grant that is used and what it opens.
  const due = ({ requestId }: Called) =>
    contracts.filter((one) => scene.reached.get(requestId)?.has(one.subject)).length || 1;
  if (!calls.some((one) => (records.get(one.requestId) ?? 0) >= due(one)))
    faults.push(`${subject}: ${calls[0]!.method} ${calls[0]!.path} leaves no record`);
  if (typeof access === 'object' && !guarded(contract).some((one) => refusals.has(refusalOf(one))))
    faults.push(`${subject}: its refusal leaves no record`);
  return faults;
}

it('every recorded operation leaves its record, and so does its refusal', async () => {
  await callEverything();
  await callRefused(contracts);
  await eventually(async () => {
    const log = await readLog();
    expect(contracts.flatMap((contract) => faultsOf(contract, log))).toEqual([]);
  });
});

it('what is never called, leaves no record or is refused without one is found', async () => {
  const unknown = rpc<never>()('svc.iam.planted', Empty, 'internal', { audit: 'recorded' });
  await scene.call('GET /roles');
  const log = await readLog();
  expect([unknown, listRoles].flatMap((contract) => faultsOf(contract, log))).toEqual([
    'svc.iam.planted: no call reaches it',
    'svc.iam.roles.list: GET /roles leaves no record',
    'svc.iam.roles.list: its refusal leaves no record',
  ]);
});
