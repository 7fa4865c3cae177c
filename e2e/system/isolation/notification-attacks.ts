/**
 * Attacks on what the product sends for people, as classes over the registry of connector types and the routes of the API
 * description: a destination that changes beside masked members, a target that was not verified, and the deployment
 * itself as the receiver.
 */
import { MASK, TARGET_TYPES } from '@spanwise/contracts/notify/notify';
import { PROVIDERS } from '@spanwise/notify/channels/providers/registry';
import { elsewhere, sampleConfig } from '../harness/connector-samples.js';
import { call, must } from '../harness/http.js';
import type { Product } from '../harness/product.js';
import { Receivers } from '../harness/receivers.js';
import type { World } from './world.js';

const ADDRESS = '127.0.0.7';
/** In every secret. */
const SECRET = 'canary4e11';
const WORDS = 'Pay this invoice today';
/** Messages to one unverified address, however often its endpoint is recreated. */
const MOST_TO_ONE_ADDRESS = 5;
const ROUNDS = 12;
const IDENTITIES = ['victim@stranger.example', 'U061F7AUR', 'ou_stranger', '12345'];

interface Scene {
  world: World;
  /** Where the connectors lead, and where they must not. */
  receiver: Receivers;
  thief: Receivers;
  wrong: string[];
}

interface Described {
  id: string;
  config: Record<string, unknown>;
}

const types = Object.values(PROVIDERS);

/** What is wrong, a sentence each. */
export async function notificationFaults(world: World, product: Product): Promise<string[]> {
  const [receiver, thief] = await Promise.all([Receivers.start(ADDRESS), Receivers.start(ADDRESS)]);
  const scene: Scene = { world, receiver, thief, wrong: [] };
  try {
    for (const { type } of types) await changeDestination(scene, type);
    for (const { type, capabilities } of types) if (capabilities.direct_user) await writeToStrangers(scene, type);
    await floodStranger(scene);
    await reachOwnListeners(scene, Object.values(product.instance.ports));
    return scene.wrong;
  } finally {
    await Promise.all([receiver.close(), thief.close()]);
  }
}

type Type = keyof typeof PROVIDERS;

async function connector({ world, receiver }: Scene, type: Type, name: string): Promise<Described> {
  const config = sampleConfig(type, PROVIDERS[type].members, receiver, () => SECRET);
  const body = { name: `${type} ${name}`, connector_type: type, config };
  return must<Described>(world.baseUrl, 'POST /api/v1/notify/connectors', world.callers.owner, body);
}

/** Each member of the destination alone, all of them together, and the target of a test, beside secrets that are kept. */
async function changeDestination(scene: Scene, type: Type): Promise<void> {
  const { world, thief, receiver, wrong } = scene;
  const { members } = PROVIDERS[type];
  const own = sampleConfig(type, members, receiver, () => SECRET);
  const { id, config } = await connector(scene, type, 'robbed');
  const path = `/api/v1/notify/connectors/${id}`;
  const other = Object.entries(members)
    .filter(([, { destination }]) => destination !== undefined)
    .map(([name, member]): [string, unknown] => [name, elsewhere(type, name, member, own[name], thief)]);
  const kept = (but: string[]) =>
    Object.keys(config).filter((name) => members[name]!.masked && config[name] === MASK && !but.includes(name));
  for (const changes of [...other.map((one) => [one]), other]) {
    const names = changes.map(([name]) => name);
    const body = { config: { ...config, ...Object.fromEntries(changes) } };
    const { status, text } = await call(world.baseUrl, 'PUT', path, world.callers.owner, body);
    const unnamed = kept(names).filter((name) => !text.includes(`"config.${name}"`));
    if (kept(names).length > 0 && (status !== 400 || unnamed.length > 0))
      wrong.push(`${type} with another ${names.join(', ')} beside ***: ${status} ${text.slice(0, 200)}`);
  }
  for (const target_type of TARGET_TYPES)
    for (const target of [`${thief.url}/in`, 'ops', 'ops@example.org']) {
      await call(world.baseUrl, 'POST', `${path}/test`, world.callers.owner, { target_type, target });
    }
  const stolen = thief.seen
    .splice(0)
    .filter((one) => one.includes(SECRET) || /"webhook-signature"|\\"sign\\"/.test(one));
  if (stolen.length > 0) wrong.push(`${type} gave its secrets to another server: ${stolen[0]!.slice(0, 200)}`);
}

/** Every route of an endpoint of one's own, with the caller's words in every text of its body. */
async function writeToStrangers(scene: Scene, type: Type): Promise<void> {
  const { world, receiver, wrong } = scene;
  const { id: connectorId } = await connector(scene, type, 'borrowed');
  const user = userOf(world.callers.bare);
  const made = await strangerOf(scene, connectorId, user);
  receiver.seen.length = 0;
  for (const [path, body] of await endpointRoutes(world.baseUrl)) {
    const own = path.replace('{user_id}', user).replace('{id}', made);
    const { status, text } = await call(world.baseUrl, 'POST', own, world.callers.bare, body);
    if (status >= 500) wrong.push(`POST ${path} of ${type}: ${status} ${text.slice(0, 200)}`);
  }
  if (receiver.seen.length === 0) wrong.push(`${type}: nothing was sent to the stranger, so nothing is shown`);
  const said = receiver.seen.filter((one) => one.includes(WORDS));
  if (said.length > 0) wrong.push(`${type} took a viewer's words to a stranger: ${said[0]!.slice(0, 200)}`);
}

async function strangerOf({ world }: Scene, connector_id: string, user: string): Promise<string> {
  const path = `/api/v1/users/${user}/notify-endpoints`;
  for (const external_identity of IDENTITIES) {
    const body = { connector_id, external_identity };
    const { status, text } = await call(world.baseUrl, 'POST', path, world.callers.bare, body);
    if (status === 201) return (JSON.parse(text) as { id: string }).id;
  }
  throw new Error(`the matrix knows no identity for the connector ${connector_id}`);
}

/** The routes of one endpoint that a description names, each with words in all of its texts. */
async function endpointRoutes(baseUrl: string): Promise<[path: string, body: object][]> {
  interface Schema {
    $ref?: string;
    properties?: Record<string, { type?: string | string[]; pattern?: string }>;
  }
  const description = (await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>;
    components: { schemas: Record<string, Schema> };
  };
  return Object.entries(description.paths)
    .filter(([path, methods]) => path.includes('/notify-endpoints/{id}/') && methods.post !== undefined)
    .map(([path, { post }]) => {
      const schema = post!.requestBody?.content['application/json']?.schema ?? {};
      const named = schema.$ref === undefined ? schema : description.components.schemas[schema.$ref.split('/').at(-1)!];
      const texts = Object.entries(named!.properties ?? {}).filter(
        ([, { type, pattern }]) => [type].flat().includes('string') && !pattern,
      );
      return [path, Object.fromEntries(texts.map(([name]) => [name, WORDS]))];
    });
}

/** The same stranger again and again, by endpoints that are deleted in between. */
async function floodStranger(scene: Scene): Promise<void> {
  const { world, receiver, wrong } = scene;
  const { id: connectorId } = await connector(scene, 'email_smtp', 'flooding');
  const path = `/api/v1/users/${userOf(world.callers.bare)}/notify-endpoints`;
  const body = { connector_id: connectorId, external_identity: 'flooded@stranger.example' };
  receiver.seen.length = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await must<{ id: string }>(world.baseUrl, `POST ${path}`, world.callers.bare, body);
    for (const verb of ['verify', 'test'])
      await call(world.baseUrl, 'POST', `${path}/${id}/${verb}`, world.callers.bare, {});
    await call(world.baseUrl, 'DELETE', `${path}/${id}`, world.callers.bare);
  }
  const mails = receiver.seen.filter((one) => one.includes('flooded@stranger.example')).length;
  if (mails > MOST_TO_ONE_ADDRESS) wrong.push(`${mails} mails went to one unverified address`);
}

async function reachOwnListeners(scene: Scene, ports: number[]): Promise<void> {
  const { world, wrong } = scene;
  const token = world.callers.owner;
  for (const port of ports) {
    for (const host of ['127.0.0.1', 'localhost', '127.0.0.9', '[::1]']) {
      const body = {
        name: `own ${host} ${port}`,
        connector_type: 'webhook',
        config: { url: `http://${host}:${port}/` },
      };
      const made = await call(world.baseUrl, 'POST', '/api/v1/notify/connectors', token, body);
      if (made.status === 400) continue;
      const { id } = JSON.parse(made.text) as { id: string };
      const ops = { target_type: 'fixed_group', target: 'ops' };
      const { text } = await call(world.baseUrl, 'POST', `/api/v1/notify/connectors/${id}/test`, token, ops);
      if (!text.includes('blocked_address')) wrong.push(`a connector to ${host}:${port} of the product: ${text}`);
    }
  }
}

const userOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;
