/** Every regular expression that stands in the sources which see telemetry or a client's text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../harness/product.js';

export interface FoundPattern {
  /** Relative to the checkout. */
  file: string;
  line: number;
  pattern: RegExp;
}

const FOLDERS = ['span-model', 'otlp', 'segments', 'contracts']
  .map((name) => `libs/${name}/src`)
  .concat(['projector', 'gateway', 'apm'].map((name) => `apps/${name}/src`));

export const findPatterns = (): FoundPattern[] => FOLDERS.flatMap(sourcesOf).flatMap(patternsOf);

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:spec|fixture|d)\.ts$/.test(name))
    .map((name) => join(folder, name));

/** A literal stands where a value may stand, and the sources are formatted: no division looks like one. */
const LITERAL =
  /(?<=(?:[(,=[:?!&|>]|\breturn) *|^ *)\/(?![/*])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[,;)\].:\s])/gm;

function patternsOf(file: string): FoundPattern[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(LITERAL)].map((match) => ({
    file,
    line: source.slice(0, match.index).split('\n').length,
    pattern: new RegExp(match[1]!, match[2]),
  }));
}
