/**
 * `object-store` prints whose the store is, how far it was written and why nothing is deleted, one JSON object a line;
 * `release` lets files be deleted again; `take-over` makes a store of another installation this one's, and holds deletion,
 * because its files are in no catalogue of this one. See docs/runbook.md.
 */
import { Pool } from 'pg';
import { createObjectStore } from '@spanwise/object-store/config';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import type { ProjectorVariables } from '../config.js';
import { readOwner } from './store-owner.store.js';

const USAGE = 'object-store [release|take-over]';

export async function objectStore(config: ProjectorVariables, [action, ...rest]: string[]): Promise<void> {
  if (rest.length > 0 || !['release', 'take-over', undefined].includes(action)) throw new Error(USAGE);
  const marks = new StoreMarks(createObjectStore(config));
  const pool = new Pool({ connectionString: config.writerUrl, application_name: 'spanwise-object-store', max: 1 });
  try {
    if (action === 'take-over') await takeOver(marks, pool);
    if (action === 'release') await marks.release();
    await print(marks, pool, config.shards);
  } finally {
    await pool.end();
  }
}

/** The hold comes first: at no moment is a store ours whose files may be deleted. */
async function takeOver(marks: StoreMarks, pool: Pool): Promise<void> {
  const { installation, session } = await readOwner(pool);
  const store = await marks.owner();
  if (store?.installation === installation) return;
  await marks.hold('owner', {
    reason: 'taken_over',
    sinceMicros: Date.now() * 1_000,
    store,
    database: { installation },
  });
  const claimed = session ?? installation;
  await marks.putOwner({ installation, session: claimed, first: store?.first ?? claimed });
}

async function print(marks: StoreMarks, pool: Pool, shards: number): Promise<void> {
  const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const { installation } = await readOwner(pool);
  const owner = await marks.owner();
  say({ owner, installation, is_own: owner === undefined ? null : owner.installation === installation });
  for (let shard = 0; shard < shards; shard++) say({ shard, written: await marks.shard(shard) });
  for (const [what, hold] of await marks.holds()) say({ held: what, ...hold });
}
