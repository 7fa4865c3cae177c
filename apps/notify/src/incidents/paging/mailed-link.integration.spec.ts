/** Links to acknowledge in mails: for whom, and what they do. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { AcknowledgeLinks } from '../../routing/acknowledgements/acknowledge-links.js';
import { acknowledgeFromOutside } from '../incidents/acknowledge-from-outside.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import { withAcknowledgeLink } from '../../delivery/pipeline/acknowledge-link.js';
import { A, PagingScene, person, step } from './paging.fixture.js';

const BASE = 'https://spanwise.example';
let scene: PagingScene;
let ann: string;

beforeAll(async () => {
  scene = await PagingScene.start('notify_mailed_links');
  ann = await scene.addPerson();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  await scene.sql('truncate notify.acknowledge_links');
  await scene.addPolicy([step([person(ann)])]);
});

const links = () => new AcknowledgeLinks(scene.database.transactions, acknowledgeFromOutside(BASE));
const rowOf = async (): Promise<DeliveryRow> =>
  (await scene.sql<DeliveryRow>(`select * from notify.deliveries where event_type = 'alert.escalated'`))[0]!;
const sent = (row: DeliveryRow, type = 'email_smtp') =>
  withAcknowledgeLink(scene.database.transactions.turn(A), row, { connector_type: type as 'email_smtp' }, BASE);

it('a page to a known person has a link that takes the incident over, in their name', async () => {
  const id = await scene.open();
  await scene.rounds(0);
  const row = await rowOf();
  const { alert } = await sent(row);
  const [, token] = /^https:\/\/spanwise\.example\/api\/v1\/alerts\/acknowledge\/([\w-]{64})$/.exec(
    alert!.acknowledge_url!,
  )!;
  expect(await links().use(token!)).toEqual({ title: 'Checkout errors', outcome: 'acknowledged' });
  expect(await scene.incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: ann });
  const records = await scene.sql<{ record: object }>(
    `select record from notify.audit_outbox where record ->> 'target_id' = $1`,
    [id],
  );
  expect(records.map(({ record }) => record)).toMatchObject([
    { action: 'incident.acknowledge', payload: { by: 'link', user_id: ann } },
  ]);
  // Nothing of its secret is kept.
  const kept = await scene.sql(`select from notify.deliveries d where d::text like '%' || $1 || '%'`, [token]);
  expect(kept).toEqual([]);
  await expect(links().use(token!)).rejects.toMatchObject({ kind: 'not_found' });
  expect((await sent(row)).alert).not.toHaveProperty('acknowledge_url');
});

it.each<[string, Partial<DeliveryRow>, string?]>([
  ['a chat', {}, 'chatone_webhook'],
  ['an address of many', { target_type: 'fixed_address' }],
  ['no known user', { recipient_user_id: null }],
  ['an incident that is not ours', { group_key: uuidv7() }],
])('a message to %s has none', async (_, change, type) => {
  await scene.open();
  await scene.rounds(0);
  const { alert } = await sent({ ...(await rowOf()), ...change }, type);
  expect(alert).not.toHaveProperty('acknowledge_url');
  expect(await scene.sql('select from notify.acknowledge_links')).toEqual([]);
});
