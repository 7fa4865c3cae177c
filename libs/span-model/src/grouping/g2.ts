/**
 * The grouping algorithm of today (semantics D13): the first rule that applies, whose evidence holds nothing that varies
 * between occurrences of one cause. Any change of what it chooses needs a new name and leaves this one as the former.
 */
import { keyPart } from '../series.js';
import type { ParsedStack } from '../stack/parse-stack.js';
import type { StackFrame } from '../stack/stack.js';
import type { Evidence, Grouping, StackEvidence } from './evidence.js';
import { messageTemplate } from './message-template.js';

export const G2 = 'g2';
const KEY_FRAMES = 8;
const KEY_CAUSES = 4;

export function g2Grouping(evidence: Evidence): Grouping {
  const { custom, errorType, stack } = evidence;
  const alone = { types: [errorType], frames: [] };
  if (custom !== '') return { rule: 'custom', ...alone, value: keyPart(custom) };
  if (stack.frames.length > 0)
    return { rule: 'stack', types: [errorType, ...stack.causes], frames: stack.frames, value: '' };
  if (evidence.message !== '') {
    return { rule: 'message', ...alone, value: keyPart(messageTemplate(evidence.cleanMessage)) };
  }
  if (evidence.hasType) return { rule: 'type', ...alone, value: evidence.transaction };
  return { rule: 'status', ...alone, value: '' };
}

/** A rule begins with its own name and lists with their length: two groupings never give the same parts. */
export const g2Parts = ({ rule, types, frames, value }: Grouping): string[] =>
  rule === 'custom' ? [rule, value] : [rule, `${types.length}`, ...types, `${frames.length}`, ...frames, value];

/**
 * Frames of the application's own code, or all where there are none: the innermost of the outermost exception, with a place
 * kept for the innermost frame of every cause, so that two faults behind one wrapper are two groups.
 */
export function g2Stack({ exceptions }: ParsedStack): Pick<StackEvidence, 'frames' | 'causes' | 'shownFrame'> {
  const all = exceptions.flatMap(({ frames }) => frames);
  const shown = all.find(({ inApp }) => inApp);
  const chains = exceptions
    .slice(0, KEY_CAUSES + 1)
    .map(({ frames }) => dropRepeats(frames.filter(({ inApp }) => inApp || shown === undefined).map(keyOf)));
  const [outermost = [], ...causes] = chains;
  const kept = causes.flatMap((frames) => frames.slice(0, 1));
  return {
    frames: [...outermost.slice(0, KEY_FRAMES - kept.length), ...kept],
    causes: exceptions.slice(1, KEY_CAUSES + 1).map(({ type }) => keyPart(type)),
    shownFrame: keyOf(shown ?? all[0]),
  };
}

const keyOf = (frame: StackFrame): string => keyPart(frame.key);

/** Recursion of any depth is one frame. */
const dropRepeats = (frames: string[]): string[] => frames.filter((frame, index) => frame !== frames[index - 1]);
