/** A stack of generated code as the sources have it. Pure. */
import { MAX_STACK_CHARS } from '@spanwise/span-model/exception-text';
import { placedCall, type PlacedCall } from '@spanwise/span-model/stack/javascript';
import type { Original } from './lookup.js';

const MAX_LINES = 400;
const MAX_CALLS = 128;

/** The lines of a stack, those that show a call of a known place with it. */
export interface ReadStack {
  lines: { text: string; call: PlacedCall | undefined }[];
}

/** Undefined for what is no stack of a browser or of Node, or too long a text to be one. */
export function readStack(stacktrace: string): ReadStack | undefined {
  if (stacktrace.length > MAX_STACK_CHARS) return undefined;
  const texts = stacktrace.split('\n', MAX_LINES + 1);
  if (texts.length > MAX_LINES) return undefined;
  let calls = 0;
  const lines = texts.map((line) => {
    const text = line.replace(/\r$/, '');
    const call = calls < MAX_CALLS ? placedCall(text) : undefined;
    if (call !== undefined) calls++;
    return { text, call };
  });
  return calls === 0 ? undefined : { lines };
}

/**
 * The stack with original places, in the form of V8 throughout, so that one error is one group whatever the browser;
 * undefined where no call has one.
 */
export function mappedStack(
  { lines }: ReadStack,
  originalOf: (call: PlacedCall) => Original | null,
): string | undefined {
  const originals = lines.map(({ call }) => (call === undefined ? null : originalOf(call)));
  if (originals.every((original) => original === null)) return undefined;
  return lines
    .map(({ text, call }, index) => {
      const original = originals[index];
      if (call === undefined) return text;
      if (original === null) return /^\s*at /.test(text) ? text : generatedLine(call);
      const caller = lines[index + 1]?.call?.isAsync === false ? originals[index + 1] : null;
      return v8Line(call, functionName(call, original!, caller!), original!.source, original!);
    })
    .join('\n');
}

/** Of another engine's line. */
const generatedLine = (call: PlacedCall): string =>
  call.name === ''
    ? `    at ${call.path}:${call.line}${call.column === undefined ? '' : `:${call.column}`}`
    : v8Line(call, call.name, call.path, call);

const v8Line = (
  { isAsync }: PlacedCall,
  name: string,
  path: string,
  { line, column }: { line: number; column: number | undefined },
): string =>
  `    at ${isAsync ? 'async ' : ''}${name || '<anonymous>'} (${path}:${line}${column === undefined ? '' : `:${column}`})`;

/**
 * The function that the source has around the place; without the source, what the caller's place was called before it was
 * renamed; at last the generated name, where a minifier would have made a shorter one.
 */
function functionName({ name }: PlacedCall, { within }: Original, caller: Original | null): string {
  if (within !== undefined) return within;
  if (caller !== null && caller.name !== '') return caller.name;
  const last = name.replace(/ \[as .*\]$/, '').replace(/^.*[. ]/, '');
  return last.length > MINIFIED_CHARS ? last : '';
}

const MINIFIED_CHARS = 2;
