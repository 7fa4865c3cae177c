import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT } from '../launcher/paths.mjs';
import { UNRECORDED } from './audit-records.exceptions.mjs';
import { faultsIn, textsBelow } from './audit-records.mjs';

const product = textsBelow(ROOT);

test('is fine: the product', () => assert.deepEqual(faultsIn(product, UNRECORDED), []));

/** A record that is taken out of the product, and the contracts that miss it. */
const forgotten = [
  ['apps/apm/src/streams/streams.ts', "'stream.delete'", ['deleteStream']],
  ['apps/apm/src/streams/streams.ts', "'stream.configure'", ['configureStream']],
  ['apps/apm/src/deployments/deployments.ts', 'changeOf(stored)', ['recordDeployment']],
  ['apps/apm/src/search-jobs/search-jobs.ts', "'search_job.delete'", ['deleteSearchJob']],
  ['apps/notify/src/deliveries/delivery-log.ts', "'delivery.retry'", ['retryDelivery']],
  ['apps/iam/src/access/downloads/downloads.ts', "'download.open'", ['openDownload']],
];
for (const [file, words, contracts] of forgotten)
  test(`is found: no record of ${words} in ${file}`, () => {
    const text = product.get(file);
    const broken = withoutRecord(text, words);
    assert.notEqual(broken, text);
    const faults = faultsIn(new Map(product).set(file, broken), UNRECORDED);
    assert.deepEqual(
      faults,
      contracts.map((contract) => `${contract}: changes something and writes no audit record`),
    );
  });

/** The call that writes the record with these words does something else. */
function withoutRecord(text, words) {
  const before = text.slice(0, text.indexOf(words));
  const at = Math.max(before.lastIndexOf('recordChange('), before.lastIndexOf('audit(client'));
  return text.slice(0, at) + text.slice(at).replace(/^\w+/, 'forget');
}

const CONTRACTS = `
const READ = { organization: 'things.read' };
export const listThings = rpc<Thing[]>()('svc.iam.things.list', Empty, READ);
export const removeThing = rpc<{ removed: true }>()(
  'svc.iam.things.remove',
  ThingId,
  { organization: 'things.manage' },
);
export const sweepThings = rpc<{ swept: true }>()('svc.iam.things.sweep', Empty, 'internal');
`;
const STORE = `
export async function removeThings(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from things where id = $1', [id]);
}
`;
const AUDIT = 'export async function audit(client: PoolClient, entry: AuditEntry): Promise<void> {}\n';

/** A service with one handler, and what does its work. */
function serviceOf(contract, work) {
  return new Map([
    ['libs/contracts/src/things.ts', CONTRACTS],
    ['apps/iam/src/platform/audit/audit.ts', AUDIT],
    ['apps/iam/src/things/things.store.ts', STORE],
    [
      'apps/iam/src/things/things.rpc.ts',
      `import { listThings, removeThing, sweepThings } from '@spanwise/contracts/things';
import { Things } from './things.js';

@Controller()
export class ThingsController {
  constructor(private readonly things: Things) {}

  @HandleRpc(${contract})
  handle(input: ThingId, { context }: ScopedCall): Promise<unknown> {
    return this.things.handle(input, context);
  }
}
`,
    ],
    [
      'apps/iam/src/things/things.ts',
      `import { audit } from '../platform/audit/audit.js';
import { removeThings } from './things.store.js';

@Injectable()
export class Things {
  constructor(private readonly scopes: Scopes) {}

  handle(input: ThingId, context: IamContext): Promise<unknown> {
    return this.scopes.in(context, (client) => this.done(client, input));
  }

  private async done(client: PoolClient, { id }: ThingId): Promise<void> {
    ${work}
  }
}
`,
    ],
  ]);
}

const found = [
  ['a permission to change, without a record', 'removeThing', 'return;'],
  ['a statement that changes, without a record', 'sweepThings', 'await removeThings(client, id);'],
  ['a read that changes', 'listThings', 'await removeThings(client, id);'],
  ['a record in a comment', 'removeThing', '// audit(client)\n    return;'],
];
for (const [what, contract, work] of found)
  test(`is found: ${what}`, () =>
    assert.deepEqual(faultsIn(serviceOf(contract, work), {}), [
      `${contract}: changes something and writes no audit record`,
    ]));

const fine = [
  ['a change with its record', 'removeThing', 'await removeThings(client, id);\n    await audit(client, entry);', {}],
  ['a read', 'listThings', 'return;', {}],
  ['what has a reason', 'sweepThings', 'await removeThings(client, id);', { sweepThings: 'nobody did it' }],
];
for (const [what, contract, work, reasons] of fine)
  test(`is fine: ${what}`, () => assert.deepEqual(faultsIn(serviceOf(contract, work), reasons), []));

test('is found: a reason that nothing needs any more', () =>
  assert.deepEqual(faultsIn(serviceOf('listThings', 'return;'), { listThings: 'it swept', gone: 'it is gone' }), [
    'gone: is in the list of what needs no audit record, and has no need to be',
    'listThings: is in the list of what needs no audit record, and has no need to be',
  ]));
