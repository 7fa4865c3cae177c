/**
 * The third grouping algorithm (ADR 0019). Groups that were stored under it are found by aliases of the groups of today, so
 * what it gives never changes, and it goes when the longest retention has passed since it was replaced.
 */
import { keyPart } from '../series.js';
import type { ParsedStack } from '../stack/parse-stack.js';
import { fileAndFunction, type StackFrame } from '../stack/stack.js';
import type { Evidence, Grouping, StackEvidence } from './evidence.js';
import { messageTemplate } from './message-template.js';
import { sourceFiles } from './source-files.js';

export const G3 = 'g3';
const KEY_FRAMES = 8;
const KEY_CAUSES = 4;

/** What records an exception stands first in its stack in some runtimes, and what has no name says nothing. */
const NO_PLACE =
  /^(?:go\.opentelemetry\.io\/otel\/|runtime\/debug\.|<unknown>$|__rust_begin_short_backtrace|backtrace::)/;
const LIBRARIES = /^(?:org\.jruby|io\.opentelemetry)\./;

export function g3Grouping(evidence: Evidence): Grouping {
  const { custom, errorType, stack } = evidence;
  const alone = { types: [errorType], frames: [] };
  if (custom !== '') return { rule: 'custom', ...alone, value: keyPart(custom) };
  const { g3Frames, g3Causes } = stack;
  if (g3Frames.length > 0) return { rule: 'stack', types: [errorType, ...g3Causes], frames: g3Frames, value: '' };
  if (evidence.message !== '') {
    return { rule: 'message', ...alone, value: keyPart(messageTemplate(evidence.cleanMessage)) };
  }
  if (evidence.hasType) return { rule: 'type', ...alone, value: evidence.transaction };
  return { rule: 'status', ...alone, value: '' };
}

/**
 * Frames of the application's own code, or all where there are none: the innermost of the outermost exception, with a place
 * kept for the innermost frame of every cause, so that two faults behind one wrapper are two groups. Files are compared without
 * the folder that all of them have in common, which is where this process was installed.
 */
export function g3Stack({ exceptions }: ParsedStack): Pick<StackEvidence, 'g3Frames' | 'g3Causes'> {
  const named = exceptions.map(({ frames }) => frames.filter(({ function: name }) => !NO_PLACE.test(name)));
  const anyOwn = named.some((frames) => frames.some(isOwn));
  const [outermost = [], ...causes] = named
    .slice(0, KEY_CAUSES + 1)
    .map((frames) => dropRepeats(anyOwn ? frames.filter(isOwn) : frames));
  const ofCauses = causes.flatMap((frames) => frames.slice(0, 1));
  const kept = [...outermost.slice(0, KEY_FRAMES - ofCauses.length), ...ofCauses];
  const files = sourceFiles(kept.map(({ path = '' }) => path));
  const keys = kept.map((frame, index) => keyPart(keyOf(frame, files[index]!)));
  return {
    g3Frames: keys,
    g3Causes: exceptions.slice(1, KEY_CAUSES + 1).map(({ type }) => keyPart(type)),
  };
}

const isOwn = ({ inApp, function: name }: StackFrame): boolean => inApp && !LIBRARIES.test(name);

const keyOf = ({ path, key, function: name }: StackFrame, file: string): string =>
  path === undefined ? key : fileAndFunction(file, name) || key;

/** Recursion of any depth is one frame. */
const dropRepeats = (frames: StackFrame[]): StackFrame[] =>
  frames.filter((frame, index) => {
    const before = frames[index - 1];
    return frame.key !== before?.key || frame.path !== before.path;
  });
