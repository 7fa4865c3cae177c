/** Lines of the segments in the making, in files of this machine: memory holds a bounded part of each. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogSlice } from '@spanwise/contracts/log-message';
import type { RowLine } from '@spanwise/segments/row-lines';
import { HOUR_MICROS } from '@spanwise/span-model/time-units';

/** A stream whose records are of more hours than these has one segment for all the others: files stay few. */
const MAX_HOURS = 24;
const BUFFERED_CHARACTERS = 65_536;

type Stream = Pick<LogSlice, 'organizationId' | 'signal' | 'stream'>;

/** One segment in the making. */
export class SpooledSegment {
  private lines = '';
  private file: number | undefined;
  longestLineBytes = 0;

  constructor(
    readonly of: Stream,
    readonly path: string,
  ) {}

  add(line: string): void {
    this.lines += `${line}\n`;
    // UTF-8 needs at most three bytes for a unit of a string.
    this.longestLineBytes = Math.max(this.longestLineBytes, line.length * 3);
    if (this.lines.length > BUFFERED_CHARACTERS) this.spill();
  }

  /** The file of all lines, complete. */
  finish(): string {
    this.spill();
    this.close();
    return this.path;
  }

  async discard(): Promise<void> {
    this.close();
    await rm(this.path, { force: true });
    await rm(`${this.path}.parquet`, { force: true });
  }

  private spill(): void {
    this.file ??= openSync(this.path, 'wx');
    const bytes = Buffer.from(this.lines);
    for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at);
    this.lines = '';
  }

  private close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}

export class SegmentSpool {
  private readonly streams = new Map<string, Map<number, SpooledSegment>>();
  private made = 0;
  rows = 0;

  /** `name` is of this spool alone in `folder`. */
  constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  get segments(): SpooledSegment[] {
    return [...this.streams.values()].flatMap((hours) => [...hours.values()]);
  }

  get count(): number {
    return this.made;
  }

  add(of: Stream, { timestampMicros, line }: RowLine): void {
    const key = `${of.organizationId}/${of.signal}/${of.stream}`;
    let hours = this.streams.get(key);
    if (hours === undefined) this.streams.set(key, (hours = new Map<number, SpooledSegment>()));
    const own = Math.floor(timestampMicros / HOUR_MICROS);
    const hour = hours.has(own) || hours.size < MAX_HOURS ? own : -1;
    let segment = hours.get(hour);
    if (segment === undefined) {
      const { organizationId, signal, stream } = of;
      segment = new SpooledSegment(
        { organizationId, signal, stream },
        join(this.folder, `${this.name}-${this.made++}.ndjson`),
      );
      hours.set(hour, segment);
    }
    segment.add(line);
    this.rows++;
  }

  async discard(): Promise<void> {
    for (const segment of this.segments) await segment.discard();
  }
}
