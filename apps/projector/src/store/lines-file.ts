/** Files of lines, a record each, that segments are made of: halved where they are too much, and named where they are lost. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LostRange } from '@spanwise/contracts/log/manifests';
import { PLACE_BYTES, placeOf } from '@spanwise/segments/row-lines';
import { addRange } from './lost-ranges.js';

export interface LinesFile {
  path: string;
  rows: number;
  longestLineBytes: number;
}

const NEWLINE = 10;

/** The first and the second half of the records, in the place of the file. Undefined for a single record. */
export async function halveLines(whole: LinesFile): Promise<[LinesFile, LinesFile] | undefined> {
  const cut = Math.floor(whole.rows / 2);
  if (cut === 0) return undefined;
  const longest: [number, number] = [0, 0];
  let rows = 0;
  let cutAt = 0;
  for await (const { from, to } of linesOf(whole.path)) {
    const half = rows < cut ? 0 : 1;
    longest[half] = Math.max(longest[half], to - from);
    if (++rows === cut) cutAt = to;
  }
  if (rows !== whole.rows) throw new Error(`a file of ${whole.rows} lines has ${rows}`);
  const [first, second] = [`${whole.path}-0`, `${whole.path}-1`];
  await pipeline(createReadStream(whole.path, { end: cutAt - 1 }), createWriteStream(first));
  await pipeline(createReadStream(whole.path, { start: cutAt }), createWriteStream(second));
  await rm(whole.path);
  return [
    { path: first, rows: cut, longestLineBytes: longest[0] },
    { path: second, rows: rows - cut, longestLineBytes: longest[1] },
  ];
}

/** Where in the log the records of the file lie; those that follow each other are one range. */
export async function rangesOf({ path }: Pick<LinesFile, 'path'>, organizationId: string): Promise<LostRange[]> {
  const ranges: LostRange[] = [];
  const file = await open(path);
  const head = Buffer.alloc(PLACE_BYTES);
  try {
    for await (const { from } of linesOf(path)) {
      const { bytesRead } = await file.read(head, 0, PLACE_BYTES, from);
      const { epoch, seq, slice, index } = placeOf(head.toString('latin1', 0, bytesRead));
      addRange(ranges, { epoch, fromSeq: seq, toSeq: seq, slice, organizationId, fromIndex: index, toIndex: index });
    }
  } finally {
    await file.close();
  }
  return ranges;
}

/** Offsets of the lines of a file, each with its end. */
async function* linesOf(path: string): AsyncGenerator<{ from: number; to: number }> {
  let read = 0;
  let from = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      const to = read + at + 1;
      yield { from, to };
      from = to;
    }
    read += chunk.length;
  }
}
