import { spawnSync } from 'node:child_process';
import { UsageError } from './arguments.mjs';
import { natsUrlAs } from './nats.mjs';
import { runningStack } from './running-stack.mjs';
import { entryOf, serviceEnvironment } from './services.mjs';

const USAGE = `usage: npm run admin -- reset-password EMAIL
       npm run admin -- verify-audit
       npm run admin -- dead-letters [replay|discard ID]
       npm run admin -- delta-dead-letters [replay SHARD PARTITION N]
       npm run admin -- object-store [release|take-over]
       npm run admin -- adopt-segments
       npm run admin -- missing-segments`;

const SERVICES = {
  'reset-password': 'iam',
  'verify-audit': 'iam',
  'dead-letters': 'projector',
  'delta-dead-letters': 'apm',
  'object-store': 'projector',
  'adopt-segments': 'apm',
  'missing-segments': 'apm',
};

/** `reset-password`: the way back in when a password is lost. `verify-audit`: walks the chains of the audit log. `dead-letters`: what the projector could not read. `delta-dead-letters`: what apm could not apply. `object-store`: whose it is and why nothing is deleted. */
export async function admin({ dataDir, rest }) {
  const [command, ...words] = rest;
  const service = SERVICES[command];
  if (service === undefined || (command === 'reset-password' && words.length !== 1)) throw new UsageError(USAGE);
  const stack = runningStack(dataDir);
  const env = serviceEnvironment(service, stack);
  if (stack.natsPasswords && service === 'projector')
    env.NATS_URL = natsUrlAs(stack.natsUrl, 'operator', stack.natsPasswords.operator);
  const result = spawnSync(process.execPath, [entryOf(service), command, ...words], { env, stdio: 'inherit' });
  return result.status ?? 1;
}
