/** An engine process: runs the statements that apm sends, one at a time, each in an instance of its own. */
import { EngineProcessSide } from './engine-process-side.js';
import type { EngineLimits, FromEngine, ToEngine } from './engine-protocol.js';

const limits = JSON.parse(process.argv[2]) as EngineLimits;
const send = (message: FromEngine) => void process.send?.(message);
const engine = new EngineProcessSide(limits, send, () => process.exit(1));

process.on('message', (message: ToEngine) => void engine.take(message));
// An engine without its apm has nobody to answer.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
void engine.prepare().then(() => send({ kind: 'ready' }));
