import { connect, type NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { busOptions } from './connection.js';

/** One subject of every kind that is ever on the bus, and who may publish and who may subscribe to it. */
const SUBJECTS: readonly (readonly [subject: string, publishers: string, subscribers: string])[] = [
  ['svc.iam.authenticate', 'gateway', 'iam'],
  ['svc.iam.signin', 'gateway', 'iam'],
  ['svc.iam.keys', 'gateway iam apm notify projector', 'iam'],
  ['svc.iam.audit.changed', 'gateway apm notify', 'iam'],
  ['svc.iam.teams.members', 'gateway notify', 'iam'],
  ['svc.iam.people.of', 'gateway notify', 'iam'],
  ['svc.iam.people.may', 'gateway notify', 'iam'],
  ['svc.apm.query.check', 'gateway notify', 'apm'],
  ['svc.iam.deletions.due', 'gateway apm notify projector', 'iam'],
  ['svc.iam.deletions.done', 'gateway apm notify projector', 'iam'],
  ['svc.iam.held.contexts', 'gateway', 'iam'],
  ['svc.iam.held.owners', 'gateway apm', 'iam'],
  ['svc.iam.held.use', 'gateway apm', 'iam'],
  ['svc.apm.overview', 'gateway', 'apm'],
  ['svc.apm.alerts.measure', 'gateway notify', 'apm'],
  ['svc.notify.connectors.list', 'gateway', 'notify'],
  ['svc.projector.deltas', 'apm', 'projector'],
  ['svc.projector.manifests', 'apm', 'projector'],
  ['svc.projector.status', 'apm', 'projector'],
  ['svc.projector.stored', 'apm', 'projector'],
  ['svc.projector.usage.days', 'gateway', 'projector'],
  ['svc.projector.dead_letters.list', 'operator', 'projector'],
  ['svc.projector.dead_letters.resolve', 'operator', 'projector'],
  ['evt.iam.invalidate', 'iam', 'gateway'],
  ['evt.iam.keys', 'iam', 'gateway iam apm notify projector'],
  ['evt.projector.delta.0', 'projector', 'apm projector'],
  ['evt.projector.manifest.0', 'projector', 'apm'],
  ['evt.telemetry.gateway', '', 'gateway'],
  ['evt.telemetry.iam', 'iam', 'gateway'],
  ['evt.telemetry.apm', 'apm', 'gateway'],
  ['evt.telemetry.notify', 'notify', 'gateway'],
  ['evt.telemetry.projector', 'projector', 'gateway'],
  ['str.gateway.x', 'apm', 'gateway'],
  ['str.apm.x', 'gateway', 'apm'],
  ['str.iam.x', '', ''],
  ['str.gateway.x.y', '', ''],
  ['ingest.0', 'gateway projector', ''],
  ['hb.gateway', 'gateway', 'gateway'],
  ['hb.iam', 'iam', 'gateway'],
  ['hb.apm', 'apm', 'gateway'],
  ['hb.notify', 'notify', 'gateway'],
  ['hb.projector', 'projector', 'gateway apm'],
  ['_INBOX_gateway.x.y', '', 'gateway'],
  ['_INBOX_iam.x.y', '', 'iam'],
  ['_INBOX_apm.x.y', '', 'apm'],
  ['_INBOX_notify.x.y', '', 'notify'],
  ['_INBOX_projector.x.y', '', 'projector'],
  ['_INBOX_operator.x.y', '', 'operator'],
  ['_INBOX.x.y', '', ''],
  ['$JS.API.INFO', '', ''],
  ['$JS.API.STREAM.INFO.INGEST_0', 'projector operator', ''],
  ['$JS.API.STREAM.CREATE.INGEST_0', 'projector', ''],
  ['$JS.API.STREAM.PURGE.INGEST_0', 'projector', ''],
  ['$JS.API.STREAM.UPDATE.INGEST_0', '', ''],
  ['$JS.API.STREAM.DELETE.INGEST_0', 'operator', ''],
  ['$JS.API.STREAM.NAMES', '', ''],
  ['$JS.API.STREAM.MSG.GET.INGEST_0', 'projector', ''],
  ['$JS.API.STREAM.MSG.DELETE.INGEST_0', '', ''],
  ['$JS.API.CONSUMER.CREATE.INGEST_0', 'projector', ''],
  ['$JS.API.CONSUMER.CREATE.INGEST_0.name', 'projector', ''],
  ['$JS.API.CONSUMER.MSG.NEXT.INGEST_0.name', 'projector', ''],
  ['$JS.API.CONSUMER.DELETE.INGEST_0.name', 'projector', ''],
  ['$JS.ACK.INGEST_0.name.1.1.1.1.1', 'projector', ''],
  ['$SYS.REQ.SERVER.PING', '', ''],
  ['$SYS.>', '', ''],
  ['svc.>', '', ''],
  ['anything.else', '', ''],
  ['>', '', ''],
];
const USERS = ['gateway', 'iam', 'apm', 'notify', 'projector', 'operator'] as const;
const PASSWORD = 'p-secret';

let nats: ScratchNats;
const connections = new Map<string, NatsConnection>();
const denied = new Map<string, Set<string>>();

beforeAll(async () => {
  const file = new URL('../../../deploy/nats/users.conf', import.meta.url).pathname;
  nats = await scratchNats({ users: { file, password: PASSWORD } });
  for (const user of USERS) {
    const url = nats.url.replace('//', `//${user}:${PASSWORD}@`);
    const connection = await connect({ ...busOptions(url, user), reconnect: false });
    connections.set(user, connection);
    denied.set(user, new Set());
    void (async () => {
      for await (const status of connection.status()) {
        const { permissionContext } = status as { permissionContext?: { operation: string; subject: string } };
        if (permissionContext) denied.get(user)!.add(`${permissionContext.operation} ${permissionContext.subject}`);
      }
    })();
  }
});
afterAll(async () => {
  for (const connection of connections.values()) await connection.close();
  await nats.stop();
});

describe.each(USERS)('the user %s of the bus', (user) => {
  const mayPublish = SUBJECTS.filter(([, publishers]) => publishers.split(' ').includes(user)).map(([s]) => s);
  const maySubscribe = SUBJECTS.filter(([, , subscribers]) => subscribers.split(' ').includes(user)).map(([s]) => s);

  it('publishes what its work needs and nothing else', async () => {
    const connection = connections.get(user)!;
    const concrete = SUBJECTS.map(([subject]) => subject).filter((subject) => !subject.includes('>'));
    for (const subject of concrete) connection.publish(subject);
    const refused = await refusals(user, 'publish', concrete);
    expect(concrete.filter((subject) => !refused.includes(subject))).toEqual(mayPublish);
  });

  it('subscribes to what its work needs and nothing else', async () => {
    const connection = connections.get(user)!;
    const subjects = SUBJECTS.map(([subject]) => subject);
    for (const subject of subjects) connection.subscribe(subject, { callback: () => undefined });
    const refused = await refusals(user, 'subscription', subjects);
    expect(subjects.filter((subject) => !refused.includes(subject))).toEqual(maySubscribe);
  });
});

it.each([
  ['no user', (url: string) => url],
  ['an unknown user', (url: string) => url.replace('//', `//root:${PASSWORD}@`)],
  ['a wrong password', (url: string) => url.replace('//', '//gateway:p-wrong@')],
])('a connection with %s is refused', async (_, change) => {
  const attempt = connect({ ...busOptions(change(nats.url), 'gateway'), reconnect: false });
  await expect(attempt).rejects.toThrow(/Authorization Violation/);
});

it('replies that a service gives reach the caller, and the right to reply ends with the reply', async () => {
  const [gateway, iam] = [connections.get('gateway')!, connections.get('iam')!];
  const inbox = '_INBOX_gateway.reply';
  let replies = 0;
  gateway.subscribe(inbox, { callback: () => replies++ });
  const responder = iam.subscribe('svc.iam.once', {
    callback: (_, message) => {
      message.respond('first');
      message.respond('second');
    },
  });
  await iam.flush();
  gateway.publish('svc.iam.once', '', { reply: inbox });
  await gateway.flush();
  await iam.flush();
  await gateway.flush();
  expect(replies).toBe(1);
  responder.unsubscribe();
});

/** Waits for the server's last word: it answers in order, so a flush stands behind every refusal. */
async function refusals(user: string, operation: string, subjects: readonly string[]): Promise<string[]> {
  await connections.get(user)!.flush();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return subjects.filter((subject) => denied.get(user)!.has(`${operation} ${subject}`));
}
