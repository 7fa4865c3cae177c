/** A context of what is held on one resource, taken on the bus and sent along with every other message of the product. */
import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { authenticate, type AuthenticateReply } from '@spanwise/contracts/iam/iam';
import { heldContexts, type HeldContext } from '@spanwise/contracts/iam/held-resources';
import { listSavedViews, readSavedView } from '@spanwise/contracts/telemetry/saved-views';
import { getStream, listStreams } from '@spanwise/contracts/telemetry/streams';
import { exportsOfContracts } from './contract-modules.js';

const ANSWER_MS = 20_000;
const FORBIDDEN = /"kind":"forbidden"/;

interface Contract {
  subject: string;
  access: unknown;
  timeoutMs?: number;
}

/** Every message of the product that is sent in a caller's name. */
async function contractsOfCallers(): Promise<Contract[]> {
  const contracts = (await exportsOfContracts()).filter(isContract);
  return [...new Map(contracts.map((contract) => [contract.subject, contract])).values()];
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'subject' in value && 'access' in value && value.access !== 'internal';

/** What is wrong, a sentence each. */
export async function narrowedFaults(
  bus: NatsConnection,
  credential: string,
  kind: string,
  given: string,
  other: string,
): Promise<string[]> {
  const wrong: string[] = [];
  const [byId, list] = kind === 'stream' ? [getStream, listStreams] : [readSavedView, listSavedViews];
  const { signed: own } = await data<AuthenticateReply>(bus, authenticate.subject, { credential });
  const ask = (operation: string, id: string, signed = own) =>
    send(bus, heldContexts.subject, { operation, id }, signed);
  const [narrowed] = await data<HeldContext[]>(bus, heldContexts.subject, { operation: byId.subject, id: given }, own);
  const refused = async (cell: string, answer: Promise<string>) => {
    const text = await answer;
    if (!FORBIDDEN.test(text)) wrong.push(`${cell} with a context of one ${kind}: ${text.slice(0, 200)}`);
  };
  const open = await send(bus, byId.subject, { id: given }, narrowed!.signed);
  if (!open.includes(given))
    wrong.push(`${byId.subject} with a context of one ${kind} is not open: ${open.slice(0, 200)}`);
  await refused('another id', send(bus, byId.subject, { id: other }, narrowed!.signed));
  await refused('an unknown id', send(bus, byId.subject, { id: randomUUID() }, narrowed!.signed));
  for (const input of [{}, { held_ids: [given] }, { held_ids: [given, other] }])
    await refused('the list of the organization', send(bus, list.subject, input, narrowed!.signed));
  await refused('another context', ask(byId.subject, given, narrowed!.signed));
  for (const id of [other, randomUUID()]) {
    const held = await ask(byId.subject, id);
    if (held !== '{"data":[]}') wrong.push(`iam signs a context of ${id}, which is not held: ${held.slice(0, 200)}`);
  }
  const contracts = (await contractsOfCallers()).filter(({ subject }) => subject !== byId.subject);
  if (contracts.length < 100) wrong.push(`only ${contracts.length} messages of callers were found`);
  for (const { subject } of contracts) await refused(subject, send(bus, subject, { id: given }, narrowed!.signed));
  return wrong;
}

async function data<T>(bus: NatsConnection, subject: string, input: object, signed?: string): Promise<T> {
  const reply = JSON.parse(await send(bus, subject, input, signed)) as { data?: T };
  if (reply.data === undefined) throw new Error(`${subject} answered ${JSON.stringify(reply)}`);
  return reply.data;
}

/** The text of the answer; of a streamed one, of all that comes until it says that it is refused or over. */
async function send(bus: NatsConnection, subject: string, input: object, signed?: string): Promise<string> {
  const inbox = `str.gateway.${randomUUID()}`;
  const replies = bus.subscribe(inbox);
  const timer = setTimeout(() => replies.unsubscribe(), ANSWER_MS);
  const body = { ...(signed !== undefined && { context: signed }), data: input };
  bus.publish(subject, JSON.stringify(body), { reply: inbox });
  let text = '';
  for await (const message of replies) {
    text += message.string();
    if (text.startsWith('{') || FORBIDDEN.test(text)) break;
  }
  clearTimeout(timer);
  replies.unsubscribe();
  return text;
}
