/** The program of the thread in which large requests are worked on: tasks come as messages, each is answered by one. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { OtlpError } from '@spanwise/otlp/otlp-error';
import { bodyOf, fieldsOf, slice, type SliceOptions, type SliceTask } from './slice-work.js';
import type { SlicingAnswer } from './slicing-thread.js';

const options = workerData as SliceOptions;

parentPort!.on('message', (task: SliceTask) => void answerTo(task).then((answer) => parentPort!.postMessage(answer)));

async function answerTo(task: SliceTask): Promise<SlicingAnswer> {
  try {
    const body = await bodyOf(task);
    fieldsOf(task, body, options.maxRecords);
    return { sliced: await slice(task, body, options) };
  } catch (error) {
    if (error instanceof OtlpError) return { error: { kind: error.code, message: error.message } };
    if (error instanceof ServiceError) return { error: { kind: error.kind, message: error.message } };
    return { error: { kind: 'internal', message: String(error) } };
  }
}
