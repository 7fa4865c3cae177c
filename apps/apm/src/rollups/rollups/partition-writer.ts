/**
 * PROTO-16 to PROTO-18: merges deltas into the rollups of one partition and moves the offset of their shard,
 * in one transaction, fenced by the offset row. The only writer of the partition's rows.
 */
import type { Pool, PoolClient } from 'pg';
import { FencedError } from '@spanwise/postgres/fenced-error';
import { inTransaction } from '@spanwise/postgres/transaction';
import {
  decodeDelta,
  type DecodedDelta,
  type DecodedOrganization,
  type DecodedSeries,
} from '@spanwise/span-model/delta-codec';
import { OVERFLOW_NAME, SeriesKind, seriesKeyText } from '@spanwise/span-model/series';
import type { BudgetLimits, HourBudgets } from './budgets.js';
import {
  loadDeltaOffset,
  lockDeltaOffsets,
  raiseGeneration,
  writeDeltaOffset,
  type CommittedOffset,
  type DeltaOffset,
} from './delta-offsets.store.js';
import { writeCallees } from './callee-rows.store.js';
import { contentFault } from './content-fault.js';
import { lettersOf, stillMissing, type Letter } from './dead-letters.js';
import { takeLetters, writeLetter } from './delta-dead-letters.store.js';
import { writeErrorGroups } from './error-group-rows.store.js';
import {
  writeBuckets,
  writeCandidates,
  writeGaps,
  writeInstances,
  writeOldestStart,
  writeOverflow,
  writeSeries,
} from './flush-statements.store.js';
import { foldRows } from './fold-rows.store.js';
import { writeGatewayMinutes } from './gateway-minutes.store.js';
import { addTo, RollupCache, type CacheBounds, type CachedSeries } from './rollup-cache.js';

export interface Delta extends DecodedDelta {
  n: number;
  streamTimeMicros: number;
}

/** A delta as the projector has it. */
export interface RawDelta {
  n: number;
  streamTimeMicros: number;
  bytes: Uint8Array;
}

const decoded = ({ bytes, ...delta }: RawDelta): Delta => ({ ...delta, ...decodeDelta(bytes) });

/** Ends a trial. */
class Taken extends Error {}

/** First minute that is still kept in minute rows: older ones only raise their hour. */
export type OldestMinute = () => number;

export class PartitionWriter {
  private cache: RollupCache;
  /** Offsets of all shards of the partition that the cache rests on; undefined while it is empty. */
  private basis: Map<number, CommittedOffset> | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    readonly partition: number,
    private readonly limits: BudgetLimits,
    private readonly oldestMinute: OldestMinute,
    private readonly bounds?: CacheBounds,
  ) {
    this.cache = new RollupCache(limits, bounds);
  }

  get cachedRows(): number {
    return this.cache.rowCount;
  }

  loadOffset(shard: number): Promise<DeltaOffset> {
    return loadDeltaOffset(this.pool, shard, this.partition);
  }

  /**
   * Applies consecutive deltas of a shard after `from` and returns the new offset and the rows written. Several shards
   * share the rows of a partition: their flushes take turns.
   */
  apply(
    shard: number,
    from: DeltaOffset,
    lineage: string,
    deltas: Delta[],
  ): Promise<{ offset: DeltaOffset; rows: number }> {
    const { n, streamTimeMicros } = deltas.at(-1)!;
    return this.takeTurn(shard, from, { lineage, n, streamTimeMicros }, (client) => this.add(client, deltas));
  }

  /**
   * Whether a delta, a later one or a part of one, could be applied at this offset; nothing of it stays. Throws for a failure
   * that says nothing of its content.
   */
  async takes(shard: number, from: DeltaOffset, raw: RawDelta): Promise<boolean> {
    const { n, streamTimeMicros } = raw;
    try {
      await this.takeTurn(shard, from, { lineage: from.lineage ?? '', n, streamTimeMicros }, async (client) => {
        await this.add(client, [decoded(raw)]);
        throw new Taken();
      });
    } catch (error) {
      if (error instanceof Taken) return true;
      if (contentFault(error) === undefined) throw error;
    }
    return false;
  }

  /**
   * Puts what cannot be applied of a delta into the dead letters, applies the other organizations in it, and moves the offset
   * over it (PROTO-45). `reason`: SQLSTATE or `damaged`. Returns the new offset.
   */
  async deadLetter(
    shard: number,
    from: DeltaOffset,
    lineage: string,
    delta: RawDelta,
    reason: string,
    horizonMicros: number,
  ): Promise<DeltaOffset> {
    const { n, streamTimeMicros } = delta;
    const letters = lettersOf(delta, horizonMicros);
    const refused = await this.refusedLetters(shard, from, delta, letters);
    const rest = letters.filter((letter) => !refused.includes(letter));
    const set = this.takeTurn(shard, from, { lineage, n, streamTimeMicros }, async (client) => {
      const key = { shard, partition: this.partition, lineage, n };
      for (const letter of refused) await writeLetter(client, key, letter, { reason, streamTimeMicros });
      return this.add(
        client,
        rest.map(({ bytes }) => decoded({ n, streamTimeMicros, bytes })),
      );
    });
    return (await set).offset;
  }

  /** Each is tried by itself; what is refused only as a whole is refused as a whole. */
  private async refusedLetters(
    shard: number,
    from: DeltaOffset,
    delta: RawDelta,
    letters: Letter[],
  ): Promise<Letter[]> {
    if (letters.length === 1) return letters;
    const refused: Letter[] = [];
    for (const letter of letters)
      if (!(await this.takes(shard, from, { ...delta, bytes: letter.bytes }))) refused.push(letter);
    return refused.length === 0 ? letters : refused;
  }

  /**
   * Applies the dead letters of a delta and removes them; the offset stays. Of a writer of its own: other ones drop what they
   * hold in memory. Returns how many letters there were.
   */
  async replay(shard: number, n: number): Promise<number> {
    return inTransaction(this.pool, {}, async (client) => {
      this.basis = await lockDeltaOffsets(client, this.partition);
      const letters = await takeLetters(client, { shard, partition: this.partition, n });
      const deltas = letters.map(({ missing, ...letter }) => {
        const delta = decoded({ n, ...letter });
        return { ...delta, organizations: delta.organizations.map((one) => stillMissing(one, missing)) };
      });
      await this.add(client, deltas);
      await raiseGeneration(client, this.partition);
      return letters.length;
    });
  }

  /** One transaction under the fence that ends with the new offset (PROTO-18). Any failure drops the cache. */
  private takeTurn(
    shard: number,
    from: DeltaOffset,
    { lineage, n, streamTimeMicros }: { lineage: string; n: number; streamTimeMicros: number },
    work: (client: PoolClient) => Promise<number>,
  ): Promise<{ offset: DeltaOffset; rows: number }> {
    const turn = this.turn.then(async () => {
      try {
        const rows = await inTransaction(this.pool, {}, async (client) => {
          await this.checkFence(client, shard, from);
          const written = await work(client);
          await writeDeltaOffset(client, shard, this.partition, { lineage, n }, streamTimeMicros);
          return written;
        });
        this.cache.settle();
        const { generation } = this.basis?.get(shard) ?? { generation: 0 };
        this.basis?.set(shard, { lineage, n, generation });
        return { offset: { lineage, n }, rows };
      } catch (error) {
        this.dropCache();
        throw error;
      }
    });
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Returns the rows written. */
  private async add(client: PoolClient, deltas: readonly Delta[]): Promise<number> {
    for (const delta of deltas) {
      for (const organization of delta.organizations) await this.merge(client, organization, delta.streamTimeMicros);
      await writeGatewayMinutes(client, delta.gatewayMinutes);
    }
    const dirty = this.cache.dirtyBuckets();
    return (await writeBuckets(client, 'rollup_minutes', dirty)) + (await writeBuckets(client, 'rollup_hours', dirty));
  }

  private dropCache(): void {
    this.cache = new RollupCache(this.limits, this.bounds);
    this.basis = undefined;
  }

  /**
   * Refuses a flush that does not continue the committed offset: a stale writer would add deltas twice and take the offset
   * back (PROTO-A5). The cache is good only for the offsets it was filled at, of every shard, because all of them
   * share its rows: it is dropped when another writer has moved one or a rebuild has replaced rows, even when this flush
   * continues its own.
   */
  private async checkFence(client: PoolClient, shard: number, from: DeltaOffset): Promise<void> {
    const committed = await lockDeltaOffsets(client, this.partition);
    const moved = this.basis !== undefined && !sameOffsets(this.basis, committed);
    if (moved) this.dropCache();
    this.basis = committed;
    const row = committed.get(shard);
    const holds = row === undefined ? from.n === 0 : row.lineage === from.lineage && row.n === from.n;
    if (!holds) throw new FencedError();
  }

  private async merge(client: PoolClient, organization: DecodedOrganization, streamTimeMicros: number): Promise<void> {
    const { organizationId } = organization;
    const budgets = new Map<number, HourBudgets>();
    const budgetsOf = async (hour: number): Promise<HourBudgets> => {
      let known = budgets.get(hour);
      if (known === undefined) {
        known = await this.cache.hourBudgets(client, organizationId, hour);
        budgets.set(hour, known);
      }
      return known;
    };
    const admitted: DecodedSeries[] = [];
    for (const [hour, entries] of byHour(organization.series)) {
      const budget = await budgetsOf(hour);
      const lost = budget.decide(entries.map(({ key, red }) => ({ key, requests: red.sampled })));
      await foldRows(client, this.cache, organizationId, hour, lost);
      for (const entry of entries) admitted.push({ ...entry, key: budget.admit(entry.key) });
    }
    await this.mergeSeries(client, organizationId, admitted);
    const instances = [];
    for (const instance of organization.instances) {
      if ((await budgetsOf(instance.hour)).admitInstance(instance, instance.instance)) instances.push(instance);
    }
    await writeInstances(client, organizationId, instances);
    const kept = new Set(
      admitted.filter(({ key }) => key.kind === SeriesKind.Error).map(({ key }) => groupKey(key.service, key.name)),
    );
    const groups = organization.errorGroups.filter((group) => kept.has(groupKey(group.service, group.fingerprint)));
    await writeErrorGroups(client, organizationId, groups);
    const dependencies = new Set(
      admitted.filter(({ key }) => key.kind === SeriesKind.Dependency).map(({ key }) => dependencyKey(key, key)),
    );
    const callees = organization.callees.filter((facts) =>
      dependencies.has(dependencyKey(facts, { name: facts.target, category: facts.category })),
    );
    await writeCallees(client, organizationId, callees);
    await writeGaps(client, organizationId, organization.gaps, streamTimeMicros);
    for (const [hour, budget] of budgets) {
      for (const [dimension, folded] of budget.takeOverflow()) {
        await writeOverflow(client, organizationId, hour, dimension, folded);
      }
      await writeCandidates(client, organizationId, hour, budget.takeDirtyCandidates());
    }
    if (organization.oldestStartMicros !== undefined) {
      await writeOldestStart(client, organizationId, organization.oldestStartMicros);
    }
  }

  private async mergeSeries(client: PoolClient, organizationId: string, entries: DecodedSeries[]): Promise<void> {
    const known = await this.cache.findSeries(
      client,
      organizationId,
      entries.map(({ key }) => key),
    );
    const touched = new Set<CachedSeries>();
    const oldestMinute = this.oldestMinute();
    for (const entry of entries) {
      const series = known.get(seriesKeyText(entry.key))!;
      series.firstSeenMicros = Math.min(series.firstSeenMicros, entry.firstSeenMicros);
      series.lastSeenMicros = Math.max(series.lastSeenMicros, entry.lastSeenMicros);
      touched.add(series);
      const hour = await this.cache.bucket(client, organizationId, 'rollup_hours', Math.floor(entry.minute / 60));
      addTo(hour, series, entry.red);
      if (entry.minute < oldestMinute) continue;
      addTo(await this.cache.bucket(client, organizationId, 'rollup_minutes', entry.minute), series, entry.red);
    }
    await writeSeries(client, organizationId, [...touched]);
  }
}

function sameOffsets(a: Map<number, CommittedOffset>, b: Map<number, CommittedOffset>): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([shard, { n, lineage, generation }]) => {
    const other = b.get(shard);
    return other?.n === n && other.lineage === lineage && other.generation === generation;
  });
}

function byHour(series: DecodedSeries[]): Map<number, DecodedSeries[]> {
  const hours = new Map<number, DecodedSeries[]>();
  for (const entry of series) {
    const hour = Math.floor(entry.minute / 60);
    const known = hours.get(hour);
    if (known === undefined) hours.set(hour, [entry]);
    else known.push(entry);
  }
  return hours;
}

const groupKey = (service: string, fingerprint: string): string =>
  service === OVERFLOW_NAME ? '' : `${service}\0${fingerprint}`;

const dependencyKey = (
  caller: { namespace: string; service: string; environment: string },
  { name, category }: { name: string; category: string },
): string => [caller.namespace, caller.service, caller.environment, category, name].join('\0');
