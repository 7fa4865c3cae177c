/**
 * `rebuild --from ISO --to ISO [--organization ID] [--apply [--resume]]`: see docs/operations/telemetry.md. Ends with exit code 0 only where every
 * row is byte for byte what the stored spans make.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from 'nats';
import { busOptions } from '@spanwise/bus/connection';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { projectorStatus } from '@spanwise/contracts/log/projector';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { WorkFolder } from '@spanwise/host/work-folder';
import { createObjectStore } from '@spanwise/object-store/config';
import { HOUR_MICROS } from '@spanwise/span-model/time-units';
import type { ApmVariables } from '../config.js';
import { fetchOverBus, type Fetch } from '../rollups/deltas/delta-source.js';
import { ROLLUP_TABLES, wantedPartitions } from '../rollups/retention/partitions.store.js';
import { forgetUnreadable } from '../rollups/rollups/delta-dead-letters.store.js';
import { Leases } from '../store/segments/leases.js';
import { CachedSegmentFiles } from '../store/segments/segment-files.js';
import type { TableComparison } from './compare.store.js';
import { rebuild, type Rebuilt, type RebuildPorts } from './rebuild.js';
import { resumePairs, type Resumed } from './resume.store.js';
import { openScratch, organizationsIn } from './scratch.store.js';
import type { AskedRange } from './tables.store.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const USAGE = 'rebuild --from ISO --to ISO [--organization ID] [--apply [--resume]], whole hours in UTC';

interface Asked {
  fromMicros: number;
  toMicros: number;
  organizationId: string | undefined;
  apply: boolean;
  /** Pairs that stopped at a hole in the deltas go on behind it. */
  resume: boolean;
}

/** Throws a sentence about what is wrong with the words. */
export function askedFor(words: string[], oldestMicros: number, nowMicros: number): Asked {
  const { values } = parseArgs({
    args: words,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      organization: { type: 'string' },
      apply: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
    },
  });
  const [fromMicros, toMicros] = [wholeHour(values.from), wholeHour(values.to)];
  if (toMicros <= fromMicros) throw new Error('The range must end after it begins.');
  if (fromMicros < oldestMicros)
    throw new Error(`Figures are kept from ${isoOf(oldestMicros)} on: the range begins earlier.`);
  if (toMicros > Math.ceil(nowMicros / HOUR_MICROS) * HOUR_MICROS) throw new Error('The range ends in the future.');
  if (values.organization !== undefined && !UUID.test(values.organization))
    throw new Error('--organization must be the id of an organization.');
  if (values.resume && (!values.apply || values.organization !== undefined))
    throw new Error('--resume leaves out deltas of all organizations: it needs --apply, and no --organization.');
  const { organization: organizationId, apply, resume } = values;
  return { fromMicros, toMicros, organizationId, apply, resume };
}

function wholeHour(text: string | undefined): number {
  if (text === undefined) throw new Error(USAGE);
  // A time without a zone would be the machine's own.
  const micros = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) * 1_000 : Number.NaN;
  if (Number.isNaN(micros)) throw new Error(`${text} is not a time such as 2026-01-31T09:00:00Z.`);
  if (micros % HOUR_MICROS !== 0) throw new Error(`${text} is not a whole hour in UTC.`);
  return micros;
}

export async function rebuildCommand(config: ApmVariables, words: string[]): Promise<void> {
  const nowMs = Date.now();
  const [minutes, hours] = ROLLUP_TABLES;
  const oldestHour = wantedPartitions(hours!, config.hourRetentionMs, nowMs)[0]!;
  const asked = askedFor(words, oldestHour! * HOUR_MICROS, nowMs * 1_000);
  const oldestMinute = wantedPartitions(minutes!, config.minuteRetentionMs, nowMs)[0]!;
  const { fromMicros, toMicros } = asked;
  let differing = 0;
  let lacksErrors = false;
  await withPorts(config, async (ports, fetch) => {
    if (asked.resume) reportResumed(await resumePairs(ports.scratch, fetch));
    const all = asked.organizationId === undefined;
    const found = await organizationsIn(ports.scratch, { fromMicros, toMicros });
    const organizations = all ? found : [asked.organizationId!];
    print(`rebuild of ${isoOf(fromMicros)} to ${isoOf(toMicros)}, ${organizations.length} organizations`);
    for (const organizationId of organizations) {
      const range: AskedRange = { organizationId, fromMicros, toMicros, oldestMinute };
      const rebuilt = await rebuild(ports, range, asked.apply);
      report(organizationId, rebuilt);
      if (!rebuilt.isEqual && !rebuilt.replaced) differing++;
      lacksErrors ||= !rebuilt.withErrors;
    }
    if (asked.apply && all && !lacksErrors) await forgetUnreadable(ports.scratch, asked, nowMs * 1_000);
  });
  if (differing > 0)
    throw new Error(`the figures of ${differing} organizations are not what their spans make; --apply replaces them`);
}

async function withPorts(
  config: ApmVariables,
  work: (ports: RebuildPorts, fetch: Fetch) => Promise<void>,
): Promise<void> {
  const own = await WorkFolder.claim(config.workDir === '' ? tmpdir() : config.workDir, 'spanwise-rebuild');
  const scratch = openScratch(config.writerUrl);
  const connection = await connect({ ...busOptions(config.natsUrl, 'apm'), maxReconnectAttempts: 0 });
  try {
    const rpc = new RpcClient(connection);
    const leases = new Leases();
    const ports: RebuildPorts = {
      scratch,
      leases,
      files: new CachedSegmentFiles(
        createObjectStore(config),
        () => own.ensurePart('segments'),
        config.segmentCacheBytes,
        leases,
      ),
      askProjector: () => rpc.call(projectorStatus, new Empty()),
      limits: config,
      engine: {
        memoryBytes: config.queryMemoryBytes,
        threads: config.queryThreads,
        spillFolder: join(own.path, 'spill'),
      },
      horizonMicros: config.latenessHorizonMs * 1_000,
    };
    await work(ports, fetchOverBus(rpc));
  } finally {
    await connection.close();
    await scratch.end();
    await own.release();
  }
}

function report(organizationId: string, rebuilt: Rebuilt): void {
  const { recounted, tables, catalogues, isEqual, replaced, lost, withErrors } = rebuilt;
  const { spans, late, deltas } = recounted;
  print(`organization ${organizationId}: ${spans} spans and ${late} late ones in ${deltas} deltas`);
  for (const table of tables) reportTable(table);
  for (const { table, holding, lacking } of catalogues)
    print(
      `  ${table}: ${holding} entries hold what was recomputed, ${lacking} do not (of all time, so not compared by bytes)`,
    );
  if (!withErrors)
    print('  error groups are neither compared nor replaced: exceptions of log records are counted in them');
  if (lost > 0) print(`  ${lost} ranges of the log are in no segment: what they held is in the stored figures alone`);
  const verdict = replaced ? 'replaced, and equal now' : isEqual ? 'byte-identical' : 'DIFFERENT';
  print(`  ${tables.reduce((sum, { equal, different }) => sum + equal + different, 0)} rows compared: ${verdict}`);
}

function reportResumed(resumed: Resumed[]): void {
  for (const { shard, partition, from, to } of resumed)
    print(
      `shard ${shard}, partition ${partition} goes on behind delta ${to}: ${to - from} deltas are made again from the spans`,
    );
  if (resumed.length === 0) print('no pair of shard and partition has a hole in its deltas');
}

function reportTable({ table, equal, different, named }: TableComparison): void {
  print(`  ${table}: ${equal + different} rows, ${equal} equal, ${different} different`);
  for (const { state, row } of named) {
    const { bucket, hour, minute, ...rest } = row;
    const at = bucket ?? hour ?? minute;
    const ofMinutes = table === 'rollup_minutes' || minute !== undefined;
    const time = isoOf(Number(at) * (ofMinutes ? HOUR_MICROS / 60 : HOUR_MICROS));
    const named = Object.entries(rest).filter(([, value]) => value !== '');
    print(`    ${state}: ${time} ${named.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')}`);
  }
}

const isoOf = (micros: number): string => new Date(micros / 1_000).toISOString().replace('.000Z', 'Z');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
