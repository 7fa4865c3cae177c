/** The thread of the victim. */
import { parentPort, workerData } from 'node:worker_threads';
import type { VictimAnswer, VictimCall, VictimStart } from './victim-thread.js';
import { Victim } from './victim.js';

const { access, seed, slowness } = workerData as VictimStart;
const victim = new Victim(access, seed, () => slowness[0]);

parentPort!.on('message', (call: VictimCall) => void take(call));

async function take({ id, name, argument }: VictimCall): Promise<void> {
  const answer = (given: Omit<VictimAnswer, 'id'>) => parentPort!.postMessage({ id, ...given });
  try {
    answer({ result: name === 'asks' ? await victim.asks(argument === true) : await victim[name]() });
  } catch (error) {
    answer({ error: String(error) });
  } finally {
    if (name === 'finish') parentPort!.close();
  }
}
