/**
 * Where a request is worked on (INTAKE-8): a small one here, at once; whatever would hold up others for longer goes to a
 * thread apart. Small is what has few bytes and few fields: how long the work takes follows from both.
 */
import { decompress, INFLATE_LIMITS, type Coding } from '@spanwise/otlp/decompress';
import { OtlpError } from '@spanwise/otlp/otlp-error';
import { declaredBytes } from '@spanwise/otlp/snappy';
import {
  bodyOf,
  fieldsOf,
  isSnappy,
  slice,
  type SliceOptions,
  type SliceResult,
  type SliceTask,
} from './slice-work.js';
import { SlicingThread } from './slicing-thread.js';

/** Together some 10 ms of work. */
const SMALL_BYTES = 512 * 1024;
const SMALL_FIELDS = 50_000;
const SMALL_LIMITS = { ...INFLATE_LIMITS, decodedBytes: SMALL_BYTES };

export class Slicing {
  private readonly thread: SlicingThread;

  constructor(private readonly options: SliceOptions) {
    this.thread = new SlicingThread(options);
  }

  /** Throws `OtlpError` for a request that is malformed or larger than a request may be. */
  async run<Task extends SliceTask>(task: Task): Promise<SliceResult<Task>> {
    const body = await smallBody(task);
    const isSmall = body !== undefined && fieldsOf(task, body, this.options.maxRecords) <= SMALL_FIELDS;
    const sliced = await (isSmall ? slice(task, body, this.options) : this.thread.run(task));
    return sliced as SliceResult<Task>;
  }

  stop(): Promise<void> {
    return this.thread.stop();
  }
}

/** Undefined where it is not small; no more of it is inflated than says so. */
async function smallBody(task: SliceTask): Promise<Uint8Array | undefined> {
  const { wire } = task.what === 'otlp' ? task.request : task;
  if (wire.length > SMALL_BYTES) return undefined;
  if (isSnappy(task)) return declaredBytes(wire) > SMALL_BYTES ? undefined : bodyOf(task);
  const { coding } = task.what === 'otlp' ? task.request : task;
  try {
    return await decompress(wire, coding as Coding, SMALL_LIMITS);
  } catch (error) {
    if (error instanceof OtlpError && error.code === 'payload_too_large') return undefined;
    throw error;
  }
}
