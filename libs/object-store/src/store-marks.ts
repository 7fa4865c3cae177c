/**
 * What a store says of itself, below `.spanwise/`: whose it is (PROTO-40), how far each shard has written it (PROTO-41), and
 * why nothing may be deleted (PROTO-42).
 */
import { z } from 'zod';
import type { ObjectStore } from './object-store.js';

const FOLDER = '.spanwise/';
const HOLDS = `${FOLDER}hold-`;
const MAX_MARK_BYTES = 65_536;
const n = z.number().int().min(0);

const OWNER = z.object({
  /** Of the database that writes the store. */
  installation: z.uuid(),
  /** Drawn by each process that writes, and kept in its database too: a copy of the database has another one soon. */
  session: z.uuid(),
  /** The session that found the store without a mark. */
  first: z.uuid(),
});
const SHARD = z.object({ lineage: z.uuid(), epoch: n, n });
const HOLD = z.object({
  reason: z.enum(['another_session', 'database_behind', 'taken_over']),
  sinceMicros: n,
  /** What the store said when it was held, and what the database did. */
  store: z.unknown(),
  database: z.unknown(),
});

export type StoreOwner = z.infer<typeof OWNER>;
export type ShardMark = z.infer<typeof SHARD>;
export type SweepPause = z.infer<typeof HOLD>;

export class StoreMarks {
  constructor(private readonly store: ObjectStore) {}

  owner(): Promise<StoreOwner | undefined> {
    return this.read(`${FOLDER}owner`, OWNER);
  }

  putOwner(owner: StoreOwner): Promise<void> {
    return this.store.putBytes(`${FOLDER}owner`, bytesOf(owner));
  }

  /** False where another was first. */
  putFirstOwner(owner: StoreOwner): Promise<boolean> {
    return this.store.putNew(`${FOLDER}owner`, bytesOf(owner));
  }

  shard(shard: number): Promise<ShardMark | undefined> {
    return this.read(`${FOLDER}shard-${shard}`, SHARD);
  }

  putShard(shard: number, { lineage, epoch, n }: ShardMark): Promise<void> {
    return this.store.putBytes(`${FOLDER}shard-${shard}`, bytesOf({ lineage, epoch, n }));
  }

  /** By what was found wrong: `owner`, or `shard-<s>`. */
  async holds(): Promise<Map<string, SweepPause>> {
    const holds = new Map<string, SweepPause>();
    for await (const { key } of this.store.list(HOLDS)) {
      const hold = await this.read(key, HOLD);
      if (hold !== undefined) holds.set(key.slice(HOLDS.length), hold);
    }
    return holds;
  }

  /** The first word stays. Returns whether this was it. */
  hold(what: string, hold: SweepPause): Promise<boolean> {
    return this.store.putNew(`${HOLDS}${what}`, bytesOf(hold));
  }

  async release(): Promise<void> {
    for await (const { key } of this.store.list(HOLDS)) await this.store.delete(key);
  }

  /** Whether there is anything but marks. */
  async hasFiles(): Promise<boolean> {
    for await (const { key } of this.store.list('')) if (!key.startsWith(FOLDER)) return true;
    return false;
  }

  private async read<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const bytes = await this.store.readBytes(key, MAX_MARK_BYTES);
    return bytes && schema.parse(JSON.parse(bytes.toString()));
  }
}

const bytesOf = (mark: object): Buffer => Buffer.from(JSON.stringify(mark));
