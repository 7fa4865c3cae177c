/** The process of merges: makes one segment of several, one after the other, as apm asks. */
import { endWithParent } from '@spanwise/host/end-with-parent';
import type { EngineLimits } from '@spanwise/segments/engine-instance';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import type { MergeAnswer, MergeRequest } from './merge-process.js';

const engine = SegmentEngine.start(JSON.parse(process.argv[2]!) as EngineLimits);

async function merge({ signal, paths, target }: MergeRequest): Promise<MergeAnswer> {
  try {
    return { file: await (await engine).fromSegments(signal, paths, target) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: MergeRequest) => void merge(request).then((answer) => process.send?.(answer)));
endWithParent();
process.on('SIGINT', () => undefined);
