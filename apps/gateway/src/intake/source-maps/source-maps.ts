/**
 * Applies source maps to the stacks of a request before it goes to the log: what is recorded says what was applied, so that
 * whatever is made of it, now or again later, sees the same (ADR 21). Never a reason to refuse or to hold up a record.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { admit, type RateLimit } from '@spanwise/contracts/base/rate-limit';
import { readSourceMap } from '@spanwise/contracts/telemetry/source-maps';
import type { StackSender } from '@spanwise/otlp/replace-stacktraces';
import type { IntakeMetrics } from '../intake/intake-metrics.js';
import { ForkedWorker } from '../../edge/forked-worker.js';
import { KnownMaps, type MapIndex } from './known-maps.js';
import type { LookupAnswer, LookupTask } from './lookup-program.js';
import type { Original, Place } from './lookup.js';
import { mappedStack, readStack, type ReadStack } from './mapped-stack.js';
import { replacedSlice, stackKey, stacksIn } from './slice-stacks.js';

const PROGRAM = createRequire(import.meta.url).resolve('@spanwise/gateway/intake/source-maps/lookup-program');
const LIMITS = { timeoutMs: 5_000, heapMib: 320, waiting: 64, tasksOfAProcess: 100_000, idleMs: 60_000 };
/** A request waits so long for its stacks, then it is taken as it is. */
const PATIENCE_MS = 1_500;
/** Maps that have to be read again, of one organization: so that one's many maps take no time of others'. */
const LOADS: RateLimit = { name: 'source-map-loads', quota: 30, windowSeconds: 60, burst: 15 };
/** Lookups of one organization that wait at once, of the worker's 64; a stack beyond them stays as it is. */
const MAX_WAITING = 16;
/** A map whose lookup failed is left alone so long. */
const FAILED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Stacks by `stackKey`, and what they become. */
type Mapped = Map<string, string>;

export class SourceMaps {
  readonly known: KnownMaps;
  private readonly worker = new ForkedWorker<LookupTask, LookupAnswer>(PROGRAM, LIMITS);
  private readonly loadsFreeAtMs = new Map<string, number>();
  private readonly failedUntilMs = new Map<string, number>();
  private readonly waiting = new Map<string, number>();

  constructor(
    private readonly rpc: Pick<RpcClient, 'call' | 'callBytes'>,
    private readonly metrics: Pick<IntakeMetrics, 'stacks'>,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.known = new KnownMaps(rpc);
  }

  stop(): void {
    this.worker.stop();
  }

  /** The slice with original places in its stacks, or as it is. */
  async applied(slice: LogSlice): Promise<LogSlice> {
    if (slice.signal === 'metrics') return slice;
    const index = await this.known.of(slice.organizationId);
    if (index.isEmpty) return slice;
    const done = this.mapped(slice, index).catch(() => {
      this.metrics.stacks.inc({ outcome: 'failed' });
      return slice;
    });
    const late = sleep(this.patienceMs, undefined, { ref: false }).then(() => undefined);
    const mapped = await Promise.race([done, late]);
    if (mapped === undefined) this.metrics.stacks.inc({ outcome: 'late' });
    return mapped ?? slice;
  }

  private async mapped(slice: LogSlice, index: MapIndex): Promise<LogSlice> {
    const found = await stacksIn(slice);
    if (found === undefined) return slice;
    const mapped: Mapped = new Map();
    for (const { stacktrace, sender } of found.stacks) {
      const other = await this.mapStack(slice.organizationId, stacktrace, sender, index);
      this.metrics.stacks.inc({ outcome: other === undefined ? 'unmapped' : 'mapped' });
      if (other !== undefined) mapped.set(stackKey(stacktrace, sender), other);
    }
    return mapped.size === 0
      ? slice
      : await replacedSlice(slice, found.bytes, (stack, sender) => mapped.get(stackKey(stack, sender)));
  }

  private async mapStack(
    organizationId: string,
    stacktrace: string,
    sender: StackSender,
    index: MapIndex,
  ): Promise<string | undefined> {
    const stack = readStack(stacktrace);
    if (stack === undefined) return undefined;
    const places = placesOf(stack, sender, index);
    const originals = new Map<string, Original | null>();
    for (const [id, asked] of places) {
      const found = await this.lookUp(organizationId, id, asked);
      for (const [at, place] of asked.entries()) originals.set(placeKey(id, place), found?.[at] ?? null);
    }
    return mappedStack(stack, (call) => {
      const id = index.find(sender, call.path);
      return id === undefined ? null : (originals.get(placeKey(id, placeOf(call))) ?? null);
    });
  }

  private async lookUp(organizationId: string, id: string, places: Place[]): Promise<LookupAnswer['found']> {
    const waiting = this.waiting.get(organizationId) ?? 0;
    if (waiting >= MAX_WAITING) return undefined;
    this.waiting.set(organizationId, waiting + 1);
    try {
      return await this.lookUpInTurn(organizationId, id, places);
    } finally {
      const left = this.waiting.get(organizationId)! - 1;
      if (left === 0) this.waiting.delete(organizationId);
      else this.waiting.set(organizationId, left);
    }
  }

  private async lookUpInTurn(organizationId: string, id: string, places: Place[]): Promise<LookupAnswer['found']> {
    if ((this.failedUntilMs.get(id) ?? 0) > performance.now()) return undefined;
    const answer = await this.worker.run({ organizationId, id, places });
    if (answer?.found !== undefined) return answer.found;
    const isFree = admit(LOADS, this.loadsFreeAtMs.get(organizationId), performance.now());
    if (isFree.retryAfterMs > 0) return undefined;
    remember(this.loadsFreeAtMs, organizationId, isFree.freeAtMs);
    const { head, payload } = await this.rpc.callBytes(readSourceMap, { organization_id: organizationId, id });
    const loaded = head.found ? await this.worker.run({ organizationId, id, bytes: payload, places }) : undefined;
    if (loaded?.found === undefined) remember(this.failedUntilMs, id, performance.now() + FAILED_MS);
    return loaded?.found;
  }
}

function placesOf({ lines }: ReadStack, sender: StackSender, index: MapIndex): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const { call } of lines) {
    const id = call === undefined ? undefined : index.find(sender, call.path);
    if (id === undefined) continue;
    const asked = places.get(id) ?? [];
    places.set(id, [...asked, placeOf(call!)]);
  }
  return places;
}

/** Stacks count columns from 1, maps from 0. */
const placeOf = ({ line, column }: { line: number; column: number | undefined }): Place => [
  line,
  Math.max(0, (column ?? 1) - 1),
];
const placeKey = (id: string, [line, column]: Place): string => `${id} ${line} ${column}`;

function remember(map: Map<string, number>, key: string, value: number): void {
  if (map.size >= MAX_REMEMBERED && !map.has(key)) map.clear();
  map.set(key, value);
}
