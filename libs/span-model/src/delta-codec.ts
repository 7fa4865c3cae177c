/**
 * Bytes of a delta, one per partition of organizations: canonical (sorted), so that equal deltas are equal bytes. Reading
 * checks every bound and throws on damage, so that a damaged row never becomes a wrong figure.
 */
import { ByteReader, ByteWriter, UnknownForm } from './bytes.js';
import type { CalleeFacts } from './callees.js';
import { readGatewayMinutes, writeGatewayMinutes, type GatewayMinute } from './gateway-minutes.js';
import type { DeltaFold, GapFacts, InstanceFacts, OrganizationDelta } from './delta.js';
import { MAX_ALIASES, MAX_SAMPLES, selectSamples, type ErrorGroupFacts, type ErrorSample } from './error-facts.js';
import type { Grouping, GroupingRule } from './grouping/evidence.js';
import { RedAggregate } from './red.js';
import { CLOCK_SKEW, SeriesKind, type SeriesKey } from './series.js';
import type { SeriesMinute } from './series-minutes.js';

/**
 * 2: error groups with all their samples, their grouping and aliases; callees. 3: series of consumption. 4: series of spans,
 * and no gaps of clocks. Deltas of earlier formats may still lie in an outbox.
 */
const FORMAT = 4;
const FORMAT_WITHOUT_SPANS = 3;
const FORMAT_WITHOUT_CONSUMPTION = 2;
const FORMAT_OF_TWO_SAMPLES = 1;
const FORMATS = [FORMAT, FORMAT_WITHOUT_SPANS, FORMAT_WITHOUT_CONSUMPTION, FORMAT_OF_TWO_SAMPLES] as const;
type Format = (typeof FORMATS)[number];
const LAST_KIND: Record<Format, SeriesKind> = {
  [FORMAT]: SeriesKind.Spans,
  [FORMAT_WITHOUT_SPANS]: SeriesKind.Consumption,
  [FORMAT_WITHOUT_CONSUMPTION]: SeriesKind.Error,
  [FORMAT_OF_TWO_SAMPLES]: SeriesKind.Error,
};

export interface DecodedSeries extends SeriesMinute {
  key: SeriesKey;
}

export interface DecodedDelta {
  organizations: DecodedOrganization[];
  gatewayMinutes: GatewayMinute[];
}

export interface DecodedOrganization {
  organizationId: string;
  /** Undefined when no span was counted. */
  oldestStartMicros: number | undefined;
  series: DecodedSeries[];
  instances: InstanceFacts[];
  errorGroups: ErrorGroupFacts[];
  gaps: GapFacts[];
  callees: CalleeFacts[];
}

/** Partition of an organization: all its series lie together, so that totals and parts move at once (PROTO-20). */
export function partitionOf(organizationId: string, partitions: number): number {
  return Number.parseInt(organizationId.slice(-6), 16) % partitions;
}

export function encodeDelta(fold: DeltaFold, partitions: number): Uint8Array[] {
  const parts = Array.from({ length: partitions }, () => [] as [string, OrganizationDelta][]);
  for (const entry of [...fold.organizations].sort(([a], [b]) => (a < b ? -1 : 1))) {
    parts[partitionOf(entry[0], partitions)]!.push(entry);
  }
  return parts.map((organizations, partition) => {
    const out = new ByteWriter(4_096);
    out.byte(FORMAT);
    out.varint(organizations.length);
    for (const [id, organization] of organizations) writeOrganization(out, id, organization);
    // They belong to no organization: one partition has them.
    if (partition === 0) writeGatewayMinutes(out, fold.gatewayMinutes);
    return out.finish();
  });
}

/** Texts of one organization: written once, then by number. */
class TextTable {
  private readonly numbers = new Map<string, number>();

  numberOf(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size));
    return number;
  }

  write(out: ByteWriter): void {
    out.varint(this.numbers.size);
    for (const text of this.numbers.keys()) out.text(text);
  }
}

const sorted = <T>(map: Map<string, T>): T[] => [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

function writeOrganization(out: ByteWriter, id: string, organization: OrganizationDelta): void {
  const texts = new TextTable();
  const body = new ByteWriter(4_096);
  const text = (value: string) => body.varint(texts.numberOf(value));
  const series = sorted(new Map([...organization.series, ...organization.queueWaits.measured()])).filter(
    ({ minutes }) => minutes.size > 0,
  );
  body.varint(series.length);
  for (const { key, minutes } of series) {
    body.byte(key.kind);
    for (const part of SERIES_PARTS) text(key[part]);
    body.varint(minutes.size);
    for (const entry of [...minutes.values()].sort((a, b) => a.minute - b.minute)) {
      body.varint(entry.minute);
      body.varint(entry.firstSeenMicros);
      body.varint(entry.lastSeenMicros);
      entry.red.write(body);
    }
  }
  const instances = sorted(organization.instances);
  body.varint(instances.length);
  for (const instance of instances) {
    for (const part of INSTANCE_PARTS) text(instance[part]);
    body.varint(instance.hour);
    body.varint(instance.firstSeenMicros);
    body.varint(instance.lastSeenMicros);
  }
  const groups = sorted(organization.errorGroups);
  body.varint(groups.length);
  for (const group of groups) writeErrorGroup(body, text, group);
  const gaps = sorted(organization.gaps);
  body.varint(gaps.length);
  for (const gap of gaps) {
    body.varint(gap.minute);
    text(gap.reason);
    body.varint(gap.dropped);
  }
  const callees = sorted(organization.callees.learned());
  body.varint(callees.length);
  for (const callee of callees) {
    for (const part of CALLEE_PARTS) text(callee[part]);
    body.varint(callee.lastSeenMicros);
  }
  out.hex(id.replaceAll('-', ''));
  // 0 stands for "no span was counted": no accepted span starts at the epoch.
  out.varint(Number.isFinite(organization.oldestStartMicros) ? organization.oldestStartMicros : 0);
  texts.write(out);
  out.raw(body.finish());
}

const SERIES_PARTS = ['namespace', 'service', 'environment', 'version', 'name', 'category', 'detail'] as const;
const INSTANCE_PARTS = [
  'namespace',
  'service',
  'environment',
  'instance',
  'language',
  'sdkName',
  'sdkVersion',
] as const;
const CALLEE_PARTS = [
  'namespace',
  'service',
  'environment',
  'category',
  'target',
  'calleeNamespace',
  'callee',
] as const;
const GROUP_PARTS = ['namespace', 'service', 'fingerprint', 'algorithm', 'errorType', 'frame'] as const;
const SAMPLE_PARTS = ['traceId', 'spanId', 'version', 'environment', 'transaction', 'message'] as const;

/** Numbers of the rules in a delta: never change one. */
const RULES: readonly GroupingRule[] = ['custom', 'stack', 'message', 'type', 'status'];

function writeErrorGroup(out: ByteWriter, text: (value: string) => void, group: ErrorGroupFacts): void {
  const texts = (values: readonly string[]) => {
    out.varint(values.length);
    for (const value of values) text(value);
  };
  for (const part of GROUP_PARTS) text(group[part]);
  texts(group.aliases);
  // 0 stands for a group that does not know its rule.
  out.byte(group.grouping === undefined ? 0 : RULES.indexOf(group.grouping.rule) + 1);
  if (group.grouping !== undefined) {
    texts(group.grouping.types);
    texts(group.grouping.frames);
    text(group.grouping.value);
  }
  out.varint(group.samples.length);
  for (const sample of group.samples) writeSample(out, text, sample);
  out.varint(group.firstSeenMicros);
  out.varint(group.lastSeenMicros);
}

function writeSample(out: ByteWriter, text: (value: string) => void, sample: ErrorSample): void {
  out.varint(sample.startMicros);
  for (const part of SAMPLE_PARTS) text(sample[part]);
  out.varint(sample.stack.length);
  for (const line of sample.stack) text(line);
}

/** The bytes are of a format that this program reads and do not hold what it says: no other try can read them. */
export class DamagedDelta extends Error {}

/** Throws `DamagedDelta`, or `UnknownForm` for what a newer program may have written. */
export function decodeDelta(bytes: Uint8Array): DecodedDelta {
  const { organizations, gatewayMinutes } = readDelta(bytes);
  return { organizations: organizations.map(({ organization }) => organization), gatewayMinutes };
}

/** The delta of each organization alone, and of the minutes of gateways alone, where there are any. */
export function splitDelta(bytes: Uint8Array): { organizationId: string | undefined; bytes: Uint8Array }[] {
  const { organizations, gatewayMinutes, organizationsEnd } = readDelta(bytes);
  const parts = organizations.map(({ organization, from, to }) => ({
    organizationId: organization.organizationId as string | undefined,
    bytes: Buffer.concat([Uint8Array.of(bytes[0]!, 1), bytes.subarray(from, to)]) as Uint8Array,
  }));
  if (gatewayMinutes.length > 0)
    parts.push({
      organizationId: undefined,
      bytes: Buffer.concat([Uint8Array.of(bytes[0]!, 0), bytes.subarray(organizationsEnd)]),
    });
  return parts;
}

function readDelta(bytes: Uint8Array) {
  const format = FORMATS.find((one) => one === bytes[0]);
  if (format === undefined && bytes.length > 0) throw new UnknownForm('Delta has an unknown form.');
  const reader = new ByteReader(bytes, 1);
  try {
    const organizations = list(reader, 16, () => {
      const from = reader.at;
      return { organization: readOrganization(reader, format!), from, to: reader.at };
    });
    return { organizations, organizationsEnd: reader.at, gatewayMinutes: readGatewayMinutes(reader) };
  } catch (error) {
    throw error instanceof UnknownForm ? error : new DamagedDelta((error as Error).message);
  }
}

function readOrganization(reader: ByteReader, format: Format): DecodedOrganization {
  const hex = reader.hex(16);
  const oldest = reader.varint();
  const texts = list(reader, 1, () => reader.text());
  const text = (): string => {
    const value = texts[reader.varint()];
    if (value === undefined) throw new Error('Delta names a text that it does not hold.');
    return value;
  };
  const series = list(reader, 9, () => readSeries(reader, text, format)).flat();
  const instances = list(reader, 10, () => ({
    ...parts(INSTANCE_PARTS, text),
    hour: readBucket(reader),
    firstSeenMicros: reader.varint(),
    lastSeenMicros: reader.varint(),
  }));
  const errorGroups = list(reader, 10, () => readErrorGroup(reader, text, format));
  const gaps = list(reader, 3, () => ({ minute: readBucket(reader), reason: text(), dropped: reader.varint() })).filter(
    ({ reason }) => reason !== CLOCK_SKEW,
  );
  const callees =
    format !== FORMAT_OF_TWO_SAMPLES
      ? list(reader, 8, () => ({ ...parts(CALLEE_PARTS, text), lastSeenMicros: reader.varint() }))
      : [];
  const organizationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const oldestStartMicros = oldest === 0 ? undefined : oldest;
  return { organizationId, oldestStartMicros, series, instances, errorGroups, gaps, callees };
}

function readSeries(reader: ByteReader, text: () => string, format: Format): DecodedSeries[] {
  const kind = reader.byte();
  if (kind < 1 || kind > LAST_KIND[format]) throw new Error('Delta holds a series of an unknown kind.');
  const key: SeriesKey = { kind: kind as SeriesKind, ...parts(SERIES_PARTS, text) };
  return list(reader, 3, () => {
    const entry = {
      key,
      minute: readBucket(reader),
      firstSeenMicros: reader.varint(),
      lastSeenMicros: reader.varint(),
      red: new RedAggregate(),
    };
    entry.red.mergeFrom(reader);
    return entry;
  });
}

function readErrorGroup(reader: ByteReader, text: () => string, format: Format): ErrorGroupFacts {
  const known = parts(GROUP_PARTS, text);
  const full = format !== FORMAT_OF_TWO_SAMPLES;
  const aliases = full ? list(reader, 1, text) : [];
  const grouping = full ? readGrouping(reader, text) : undefined;
  const count = full ? reader.count(10) : 2;
  if (count < 1 || count > MAX_SAMPLES || aliases.length > MAX_ALIASES)
    throw new Error('Delta holds an error group that is out of bounds.');
  const samples = Array.from({ length: count }, () => readSample(reader, text));
  return {
    ...known,
    aliases,
    grouping,
    samples: selectSamples(samples),
    firstSeenMicros: reader.varint(),
    lastSeenMicros: reader.varint(),
  };
}

function readGrouping(reader: ByteReader, text: () => string): Grouping | undefined {
  const rule = reader.byte();
  if (rule === 0) return undefined;
  if (rule > RULES.length) throw new Error('Delta holds an error group of an unknown rule.');
  return { rule: RULES[rule - 1]!, types: list(reader, 1, text), frames: list(reader, 1, text), value: text() };
}

function readSample(reader: ByteReader, text: () => string): ErrorSample {
  return {
    startMicros: reader.varint(),
    ...parts(SAMPLE_PARTS, text),
    stack: list(reader, 1, text),
  };
}

/** Minutes and hours are stored as 32-bit integers. */
function readBucket(reader: ByteReader): number {
  const value = reader.varint();
  if (value > 0x7fffffff) throw new Error('Delta holds a time that is out of bounds.');
  return value;
}

function parts<Part extends string>(names: readonly Part[], text: () => string): Record<Part, string> {
  const out = {} as Record<Part, string>;
  for (const name of names) out[name] = text();
  return out;
}

function list<T>(reader: ByteReader, minBytes: number, read: () => T): T[] {
  const count = reader.count(minBytes);
  const items: T[] = [];
  for (let index = 0; index < count; index++) items.push(read());
  return items;
}
