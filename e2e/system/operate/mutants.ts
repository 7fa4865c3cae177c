import { applyEdit, copyProgram, type Edit } from '../harness/program-copy.js';

export interface Mutant {
  what: string;
  /** Name of the scene that has to find it. */
  scene: string;
  edits: Edit[];
}

const PROJECTOR = 'apps/projector/dist';
const APM = 'apps/apm/dist';

export const MUTANTS: readonly Mutant[] = [
  {
    what: 'knows no message of the log (PROTO-P13)',
    scene: 'a log that came back shorter, the gateway first',
    edits: [
      {
        file: `${PROJECTOR}/log/log-reader.js`,
        find: 'return isAnchor(message, anchor);',
        replace: 'return true;',
      },
    ],
  },
  {
    what: 'says one minute of what the log has lost (PROTO-P14)',
    scene: 'a database older than the log reaches back',
    edits: [
      {
        file: `${PROJECTOR}/shard/lost-range.js`,
        find: 'minute <= last; minute++',
        replace: 'minute <= Math.floor(first / MINUTE_MICROS); minute++',
      },
    ],
  },
  {
    what: 'sweeps without a mark (PROTO-42)',
    scene: 'a copy of the database on the store of its original',
    edits: [
      {
        file: `${APM}/segments/store-guard.js`,
        find: 'if (performance.now() - this.lookedMs < this.limits.freshMs)',
        replace: "if (true) return 'own'; if (false)",
      },
    ],
  },
];

/** A folder with the mutated product. */
export const makeMutant = ({ edits }: Mutant): ReturnType<typeof copyProgram> =>
  copyProgram((root) => edits.forEach((edit) => applyEdit(root, edit)));
