/** Lines of the segments in the making, in files of this machine: memory holds a bounded part of each. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import type { RowLine } from '@spanwise/segments/row-lines';
import { lineWeight } from '@spanwise/segments/segment-engine';
import { HOUR_MICROS } from '@spanwise/span-model/time-units';
import type { LinesFile } from './lines-file.js';

/** A stream whose records are of more hours than these has one segment for all the others: files stay few. */
const MAX_HOURS = 24;
const BUFFERED_CHARACTERS = 65_536;

type Stream = Pick<LogSlice, 'organizationId' | 'signal' | 'stream'>;

/** One segment in the making. */
export class SpooledSegment {
  private lines = '';
  private file: number | undefined;
  private rows = 0;
  private longestLineBytes = 0;
  /** As `lineWeight` says. */
  weight = 0;

  constructor(
    readonly of: Stream,
    private readonly path: string,
  ) {}

  add(line: string, bytes: number): void {
    this.lines += `${line}\n`;
    this.rows++;
    this.longestLineBytes = Math.max(this.longestLineBytes, bytes);
    this.weight += lineWeight(bytes);
    if (this.lines.length > BUFFERED_CHARACTERS) this.spill();
  }

  /** The file of all lines, complete. */
  finish(): { of: Stream; lines: LinesFile } {
    this.spill();
    this.close();
    const { of, path, rows, longestLineBytes } = this;
    return { of, lines: { path, rows, longestLineBytes } };
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private spill(): void {
    this.file ??= openSync(this.path, 'wx');
    const bytes = Buffer.from(this.lines);
    for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at);
    this.lines = '';
  }
}

/** Lines until segments are made of them. */
export class SegmentSpool {
  private readonly streams = new Map<string, Map<number, SpooledSegment>>();
  private full: { of: Stream; lines: LinesFile }[] = [];
  private made = 0;
  /** Segments that have lines. */
  count = 0;
  /** Of all lines, as `lineWeight` says. */
  weight = 0;

  /** `name` is of this spool alone in `folder`; `segmentWeight` is what the engine takes as one file. */
  constructor(
    private readonly folder: string,
    private readonly name: string,
    private readonly segmentWeight: number,
  ) {}

  /** The files of all segments, which are no longer in the spool, old ones first. */
  take(): { of: Stream; lines: LinesFile }[] {
    const taken = [...this.full, ...this.open.map((segment) => segment.finish())];
    this.streams.clear();
    this.full = [];
    this.weight = this.count = 0;
    return taken;
  }

  /** A segment that would be too large with the line is left as it is, and the line begins another one. */
  add(of: Stream, { timestampMicros, line }: RowLine): void {
    const bytes = Buffer.byteLength(line);
    const key = `${of.organizationId}/${of.signal}/${of.stream}`;
    let hours = this.streams.get(key);
    if (hours === undefined) this.streams.set(key, (hours = new Map<number, SpooledSegment>()));
    const own = Math.floor(timestampMicros / HOUR_MICROS);
    const hour = hours.has(own) || hours.size < MAX_HOURS ? own : -1;
    let segment = hours.get(hour);
    if (segment !== undefined && segment.weight + lineWeight(bytes) > this.segmentWeight) {
      this.full.push(segment.finish());
      segment = undefined;
    }
    if (segment === undefined) {
      const { organizationId, signal, stream } = of;
      const path = join(this.folder, `${this.name}-${this.made++}.ndjson`);
      hours.set(hour, (segment = new SpooledSegment({ organizationId, signal, stream }, path)));
      this.count++;
    }
    segment.add(line, bytes);
    this.weight += lineWeight(bytes);
  }

  /** Whatever was made of it goes too, also what was taken. */
  async discard(): Promise<void> {
    for (const segment of this.open) segment.close();
    for (const file of await readdir(this.folder))
      if (file.includes(this.name)) await rm(join(this.folder, file), { force: true });
  }

  private get open(): SpooledSegment[] {
    return [...this.streams.values()].flatMap((hours) => [...hours.values()]);
  }
}
