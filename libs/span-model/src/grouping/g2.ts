/**
 * The second grouping algorithm. Groups that were stored under it are found by aliases of the groups of today, so what it
 * gives never changes, and it goes when the longest retention has passed since it was replaced.
 */
import { keyPart } from '../series.js';
import type { ParsedStack } from '../stack/parse-stack.js';
import type { StackFrame } from '../stack/stack.js';
import type { Evidence, Grouping, StackEvidence } from './evidence.js';
import { messageTemplate } from './g2-message-template.js';

export const G2 = 'g2';
const KEY_FRAMES = 8;
const KEY_CAUSES = 4;

export function g2Grouping(evidence: Evidence): Grouping {
  const { custom, errorType, stack } = evidence;
  const { g2Frames, g2Causes } = stack;
  const alone = { types: [errorType], frames: [] };
  if (custom !== '') return { rule: 'custom', ...alone, value: keyPart(custom) };
  if (g2Frames.length > 0) return { rule: 'stack', types: [errorType, ...g2Causes], frames: g2Frames, value: '' };
  if (evidence.message !== '') {
    return { rule: 'message', ...alone, value: keyPart(messageTemplate(evidence.cleanMessage)) };
  }
  if (evidence.hasType) return { rule: 'type', ...alone, value: evidence.transaction };
  return { rule: 'status', ...alone, value: '' };
}

/**
 * Frames of the application's own code, or all where there are none: the innermost of the outermost exception, with a place
 * kept for the innermost frame of every cause, so that two faults behind one wrapper are two groups.
 */
export function g2Stack({ exceptions }: ParsedStack): Pick<StackEvidence, 'g2Frames' | 'g2Causes'> {
  const own = exceptions.some(({ frames }) => frames.some(({ inApp }) => inApp));
  const chains = exceptions
    .slice(0, KEY_CAUSES + 1)
    .map(({ frames }) => dropRepeats(frames.filter(({ inApp }) => inApp || !own).map(keyOf)));
  const [outermost = [], ...causes] = chains;
  const kept = causes.flatMap((frames) => frames.slice(0, 1));
  return {
    g2Frames: [...outermost.slice(0, KEY_FRAMES - kept.length), ...kept],
    g2Causes: exceptions.slice(1, KEY_CAUSES + 1).map(({ type }) => keyPart(type)),
  };
}

const keyOf = (frame: StackFrame): string => keyPart(frame.key);

/** Recursion of any depth is one frame. */
const dropRepeats = (frames: string[]): string[] => frames.filter((frame, index) => frame !== frames[index - 1]);
