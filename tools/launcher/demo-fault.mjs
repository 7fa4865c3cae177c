import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './arguments.mjs';
import { readInstance } from './instance.mjs';
import { isAlive } from './processes.mjs';
import { Failure, say } from './progress.mjs';

/** The fault of the demo's shop is on while this file of the data folder is there. @param {string} dataDir */
export const faultFile = (dataDir) => join(dataDir, 'demo-fault');

/** Breaks the service `stock` of the running demo, or mends it. */
export async function demoFault({ dataDir, rest }) {
  const [wanted, ...more] = rest;
  if (!['on', 'off'].includes(wanted) || more.length > 0) throw new UsageError('usage: npm run demo-fault -- on|off');
  if (!isAlive(readInstance(dataDir)?.processes?.demo)) throw new Failure('No demo runs for this data folder.');
  if (wanted === 'on') writeFileSync(faultFile(dataDir), '');
  else rmSync(faultFile(dataDir), { force: true });
  say(wanted === 'on' ? 'Most requests of the service stock fail from now on.' : 'The service stock answers again.');
  return 0;
}
