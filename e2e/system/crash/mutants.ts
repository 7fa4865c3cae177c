/**
 * The product with one rule of the protocol broken: the campaign must find every one of them. A mutant is a copy of the
 * built programs with a text replaced; a text that is no longer there fails the run, so that no mutant dies silently.
 */
import { applyEdit, copyProgram, type Edit } from '../harness/program-copy.js';

export interface Mutant {
  /** What docs/rules/protocol.md calls the fault. */
  rule: string;
  what: string;
  /** Kinds of faults that it takes besides kills. */
  kinds?: string[];
  edits: Edit[];
}

const PROJECTOR = 'apps/projector/dist';
const APM = 'apps/apm/dist/rollups/rollups/partition-writer.js';

export const MUTANTS: readonly Mutant[] = [
  {
    rule: 'PROTO-G1',
    what: 'answers before the log has acknowledged',
    edits: [
      {
        file: 'apps/gateway/dist/intake/intake/log-publisher.js',
        find: 'await this.traced(shard, waiting,',
        replace: 'void this.traced(shard, waiting,',
      },
    ],
  },
  {
    rule: 'PROTO-G5',
    what: 'trusts message ids instead of span keys',
    edits: [
      {
        file: `${PROJECTOR}/dedup/batch-processor.js`,
        find: 'return keysAt(result.newKeys, minute).add(this.key, 0);',
        replace: 'keysAt(result.newKeys, minute).add(this.key, 0); return true;',
      },
      {
        file: `${PROJECTOR}/dedup/batch-processor.js`,
        find: 'if (committed?.has(this.key, 0))',
        replace: 'if (false)',
      },
    ],
  },
  {
    rule: 'PROTO-P5',
    what: 'takes new keys for committed before the commit',
    edits: [
      {
        file: `${PROJECTOR}/shard/shard.js`,
        find: 'memory.position = await commitBatch(this.pool,',
        replace:
          'for (const [minute, keys] of commit.result.newKeys) memory.keys.merge(minute, keys); memory.position = await commitBatch(this.pool,',
      },
      {
        file: `${PROJECTOR}/shard/shard.js`,
        find: 'const keys = new CommittedKeys(this.options.keyMemoryBytes);',
        replace: 'const keys = (this.kept ??= new CommittedKeys(this.options.keyMemoryBytes));',
      },
    ],
  },
  {
    rule: 'PROTO-P3 PROTO-P4',
    what: 'commits without the fence of the shard',
    edits: [
      { file: `${PROJECTOR}/shard/commit.store.js`, find: 'if (!holds)', replace: 'if (false)' },
      { file: `${PROJECTOR}/shard/commit.store.js`, find: 'return from.n + 1;', replace: 'return Number(row.n) + 1;' },
      // The primary key of the ledger is a fence of its own: it goes too.
      {
        file: `${PROJECTOR}/shard/commit.store.js`,
        find: '$13::bigint[], $14::bigint[])',
        replace: '$13::bigint[], $14::bigint[]) on conflict do nothing',
      },
    ],
  },
  {
    rule: 'PROTO-A6',
    what: 'writes rows and offset in two transactions',
    edits: [
      {
        file: APM,
        find: 'const written = await work(client);',
        replace: 'const written = await work(client); if (written >= 0) return written;',
      },
      {
        file: APM,
        find: 'this.cache.settle();',
        replace:
          'await new Promise((resolve) => setTimeout(resolve, 250)); await this.pool.query("insert into delta_offsets (shard, part, lineage, n, stream_time_micros) values ($1, $2, $3, $4, $5) on conflict (shard, part) do update set n = excluded.n, stream_time_micros = excluded.stream_time_micros", [shard, this.partition, lineage, n, streamTimeMicros]); this.cache.settle();',
      },
    ],
  },
  {
    rule: 'PROTO-A5',
    what: 'writes figures without the fence of the offset',
    edits: [
      { file: APM, find: 'if (!holds)', replace: 'if (false)' },
      { file: APM, find: 'if (moved)', replace: 'if (false)' },
    ],
  },
  {
    rule: 'PROTO-P6',
    what: 'takes a recreated log for the one it knows',
    kinds: ['lose-log'],
    edits: [
      {
        file: `${PROJECTOR}/log/log-reader.js`,
        find: 'if (created !== streamCreated || state.last_seq < seq)',
        replace: 'if (streamCreated !== null) return true; if (true)',
      },
    ],
  },
  {
    rule: 'PROTO-P12',
    what: 'says nothing of what the log has lost',
    kinds: ['lose-log', 'restore'],
    edits: [
      {
        file: `${PROJECTOR}/shard/lost-range.js`,
        find: 'result.fold.addGap(',
        replace: 'void (',
      },
    ],
  },
];

/** A folder with the mutated product. */
export const makeMutant = ({ edits }: Mutant): ReturnType<typeof copyProgram> =>
  copyProgram((root) => edits.forEach((edit) => applyEdit(root, edit)));
