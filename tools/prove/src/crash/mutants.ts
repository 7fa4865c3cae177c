/**
 * The product with one rule of the protocol broken: the campaign must find every one of them. A mutant is a copy of the
 * built programs with a text replaced; a text that is no longer there fails the run, so that no mutant dies silently.
 */
import { applyEdit, copyProgram, type Edit } from '../program-copy.js';

export interface Mutant {
  /** Name of the rule in the protocol (exactly-once, section 3). */
  rule: string;
  what: string;
  /** Kinds of faults that it takes besides kills. */
  kinds?: string[];
  edits: Edit[];
}

const PROJECTOR = 'apps/projector/dist';
const APM = 'apps/apm/dist/rollups/partition-writer.js';

export const MUTANTS: readonly Mutant[] = [
  {
    rule: 'G1',
    what: 'answers before the log has acknowledged',
    edits: [
      {
        file: 'apps/gateway/dist/intake/log-publisher.js',
        find: 'await this.store(shard,',
        replace: 'void Promise.resolve().then(() => undefined); this.store(shard,',
      },
    ],
  },
  {
    rule: 'G5',
    what: 'trusts message ids instead of span keys',
    edits: [
      { file: `${PROJECTOR}/judge/batch-judge.js`, find: 'return fresh.add(this.key, 0);', replace: 'return true;' },
      {
        file: `${PROJECTOR}/judge/batch-judge.js`,
        find: 'else if (committed.has(this.key, 0))',
        replace: 'else if (false)',
      },
    ],
  },
  {
    rule: 'P5',
    what: 'takes new keys for committed before the commit',
    edits: [
      {
        file: `${PROJECTOR}/shard/shard.js`,
        find: 'memory.position = await commitBatch(this.pool, commit);',
        replace:
          'for (const [hour, keys] of commit.judgement.newKeys) memory.keys.merge(hour, keys); memory.position = await commitBatch(this.pool, commit);',
      },
      {
        file: `${PROJECTOR}/shard/shard.js`,
        find: 'const keys = new CommittedKeys(this.options.keyMemoryBytes);',
        replace: 'const keys = (this.kept ??= new CommittedKeys(this.options.keyMemoryBytes));',
      },
    ],
  },
  {
    rule: 'P3 P4',
    what: 'commits without the fence of the shard',
    edits: [
      { file: `${PROJECTOR}/shard/commit.js`, find: 'if (!holds)', replace: 'if (false)' },
      { file: `${PROJECTOR}/shard/commit.js`, find: 'return from.n + 1;', replace: 'return Number(row.n) + 1;' },
      // The primary key of the ledger is a fence of its own: it goes too.
      {
        file: `${PROJECTOR}/shard/commit.js`,
        find: '$10::bigint[])',
        replace: '$10::bigint[]) on conflict do nothing',
      },
    ],
  },
  {
    rule: 'A6',
    what: 'writes rows and offset in two transactions',
    edits: [
      {
        file: APM,
        find: 'const last = deltas.at(-1);',
        replace: 'const last = deltas.at(-1); if (last) return written;',
      },
      {
        file: APM,
        find: 'this.cache.settle();',
        replace:
          'await new Promise((resolve) => setTimeout(resolve, 250)); const end = deltas.at(-1); await this.pool.query("insert into delta_offsets (shard, part, lineage, n, stream_time_micros) values ($1, $2, $3, $4, $5) on conflict (shard, part) do update set n = excluded.n, stream_time_micros = excluded.stream_time_micros", [shard, this.partition, lineage, end.n, end.streamTimeMicros]); this.cache.settle();',
      },
    ],
  },
  {
    rule: 'A5',
    what: 'writes figures without the fence of the offset',
    edits: [
      { file: APM, find: 'if (!holds)', replace: 'if (false)' },
      { file: APM, find: 'if (moved)', replace: 'if (false)' },
    ],
  },
  {
    rule: 'P6',
    what: 'takes a log that was made anew for the one it knows',
    kinds: ['lose-log'],
    edits: [
      {
        file: `${PROJECTOR}/shard/shard.js`,
        find: 'return position.streamCreated !== created || lastSeq < position.seq;',
        replace: 'return position.streamCreated === null;',
      },
    ],
  },
  {
    rule: '12',
    what: 'says nothing of what the log has lost',
    kinds: ['lose-log', 'restore'],
    edits: [
      {
        file: `${PROJECTOR}/shard/lost-range.js`,
        find: 'judgement.fold.addGap(',
        replace: 'void (',
      },
    ],
  },
];

/** A folder with the mutated product. */
export const makeMutant = ({ edits }: Mutant): ReturnType<typeof copyProgram> =>
  copyProgram((root) => edits.forEach((edit) => applyEdit(root, edit)));
