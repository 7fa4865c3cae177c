import { connect } from 'nats';
import { busOptions } from '@spanwise/bus/connection';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { listDeadLetters, ResolveDeadLetter, resolveDeadLetter } from '@spanwise/contracts/log/projector';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import type { ProjectorVariables } from '../config.js';

/**
 * `dead-letters` prints what waits, one JSON object a line; `dead-letters replay|discard ID` resolves one. Asks the
 * running projector over the bus, as the user `operator`: only the owner of the shard may write its letters.
 */
export async function deadLetters({ natsUrl }: ProjectorVariables, [action, id]: string[]): Promise<void> {
  const connection = await connect({ ...busOptions(natsUrl, 'operator'), maxReconnectAttempts: 0 });
  try {
    const rpc = new RpcClient(connection);
    const letters =
      action === undefined
        ? await rpc.call(listDeadLetters, new Empty())
        : [await rpc.call(resolveDeadLetter, parse(ResolveDeadLetter, { action, id }))];
    for (const letter of letters) process.stdout.write(`${JSON.stringify(letter)}\n`);
  } finally {
    await connection.close();
  }
}
