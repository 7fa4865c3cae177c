/** Data sets of a folder: `<name>.traces.ndjson.gz` beside `<name>.answers.json` or `.answers.json.gz`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import type { DataSet } from './data-set.js';
import { referenceFrom, type Answers } from './recorded-answers.js';
import { TimeBounds } from './shift.js';

const TRACES = '.traces.ndjson.gz';

/** Names of the sets in a folder, sorted; traces without answers are left out. */
export function setsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(TRACES))
    .map((file) => file.slice(0, -TRACES.length))
    .filter((name) => answersFile(folder, name) !== undefined)
    .sort();
}

export function readSet(folder: string, name: string): DataSet {
  const file = answersFile(folder, name);
  if (file === undefined) throw new Error(`The set ${name} in ${folder} has no answers beside its traces.`);
  const lines = linesOf(gunzipSync(readFileSync(join(folder, name + TRACES))));
  const bounds = new TimeBounds();
  for (const line of lines) bounds.add(JSON.parse(line) as TraceRequest);
  const bytes = readFileSync(file);
  const answers = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as Answers;
  return {
    name,
    lines,
    spans: bounds.spans,
    firstStartMicros: Number(bounds.firstStartNanos / 1000n),
    lastStartMicros: Number(bounds.lastStartNanos / 1000n),
    lastNanos: bounds.lastNanos,
    ...referenceFrom(answers),
  };
}

function answersFile(folder: string, name: string): string | undefined {
  return ['.answers.json', '.answers.json.gz'].map((end) => join(folder, name + end)).find((file) => existsSync(file));
}

/** Cut in the buffer: a day's text is too long for one JavaScript string to be safe. */
export function linesOf(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(10, from);
    const to = newline < 0 ? bytes.length : newline;
    if (to > from) lines.push(bytes.toString('utf8', from, to));
    from = to + 1;
  }
  return lines;
}
