/** An engine process: runs the statements that apm sends, one at a time, each in an instance of its own. */
import { endWithParent } from '@spanwise/host/end-with-parent';
import { EngineProcessSide } from './engine-process-side.js';
import type { EngineLimits, FromEngine, ToEngine } from './engine-protocol.js';

const limits = JSON.parse(process.argv[2]!) as EngineLimits;
const send = (message: FromEngine) => void process.send?.(message);
const engine = new EngineProcessSide(limits, send);

endWithParent(limits.processBytes);

process.on('message', (message: ToEngine) => void engine.take(message));
process.on('SIGINT', () => undefined);
void engine.prepare().then(() => send({ kind: 'ready' }));
