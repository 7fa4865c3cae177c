/** Planted lies: the product with one answer made nicer than the truth. The judge must find each of them. */
import { applyEdit, copyProgram, type Edit } from '../harness/program-copy.js';
import type { Act } from './scenario.js';

export interface PlantedLie {
  name: string;
  edits: Edit[];
  /** What has to happen to the product for the lie to show. */
  acts: readonly Act[];
}

const ACROSS: Act = { kind: 'pause', victim: 'projector', ms: 6_000, acrossMinute: true };

export const PLANTED_LIES: readonly PlantedLie[] = [
  {
    name: 'a bucket is complete by the clock, ahead of what apm has applied',
    edits: [
      {
        file: 'apps/apm/dist/queries/read/meta.js',
        find: 'const streamTime = coverage.streamTimeMicros ?? coverage.projectionStartedMicros;',
        replace: 'const streamTime = Date.now() * 1000;',
      },
    ],
    acts: [ACROSS],
  },
  {
    name: 'health shows how far the projector is for how far the figures are',
    edits: [
      {
        file: 'apps/apm/dist/queries/health/runtime.js',
        find: 'stream_time_at: applied.streamTimeMicros,',
        replace: 'stream_time_at: status?.streamTimeMicros ?? Date.now() * 1000,',
      },
    ],
    acts: [ACROSS],
  },
  {
    name: 'a projector that is silent is no degradation',
    edits: [
      { file: 'apps/apm/dist/queries/health/runtime.js', find: "reasons.push('projector_silent');", replace: ';' },
    ],
    acts: [{ kind: 'pause', victim: 'projector', ms: 12_000 }],
  },
  {
    name: 'late spans leave no gap',
    edits: [
      {
        file: 'apps/projector/dist/judge/batch-judge.js',
        find: "judgement.fold.addGap(slice.organizationId, minute, 'late_dropped', 1);",
        replace: '',
      },
    ],
    acts: [],
  },
  {
    name: 'an answer is never partial because the projection is behind',
    edits: [{ file: 'apps/apm/dist/queries/read/meta.js', find: '|| behind ||', replace: '||' }],
    acts: [{ kind: 'pause', victim: 'projector', ms: 75_000 }],
  },
];

/** A folder with the product that tells the lie. */
export const plant = ({ edits }: PlantedLie): ReturnType<typeof copyProgram> =>
  copyProgram((root) => edits.forEach((edit) => applyEdit(root, edit)));
