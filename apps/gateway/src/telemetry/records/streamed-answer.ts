import type { FastifyReply } from 'fastify';
import type { Bus } from '@spanwise/bus/bus';
import type { StreamRpc } from '@spanwise/contracts/authz/rpc';
import type { CursorTail } from '@spanwise/contracts/telemetry/reads';
import type { Caller } from '../../edge/auth/authentication.js';
import { contextOfAll, heldIdsOf } from '../../edge/auth/held-calls.js';
import { leavingOf, rowsOf, textOf } from '../query/streamed-rows.js';

/** A page of a list: lines of JSON become its items, untouched. A caller that leaves cancels the read. */
export async function sendPage<In extends object>(
  bus: Bus,
  contract: StreamRpc<In, CursorTail>,
  asked: In,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const page = await bus.streams.open(
    contract,
    { ...asked, ...heldIdsOf(caller) },
    contextOfAll(caller),
    leavingOf(reply),
  );
  const items = await rowsOf(page);
  await reply.type('application/json').send(`{"items":[${items}],${JSON.stringify(page.tail).slice(1)}`);
}

/** An answer that is the text of one JSON object. */
export async function sendText<In extends object>(
  bus: Bus,
  contract: StreamRpc<In, object>,
  asked: In,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const answer = await bus.streams.open(
    contract,
    { ...asked, ...heldIdsOf(caller) },
    contextOfAll(caller),
    leavingOf(reply),
  );
  await reply.type('application/json').send(await textOf(answer));
}
