/**
 * The first grouping algorithm. Groups that were stored under it are found by aliases of the groups of today, so it is
 * never changed, and goes when the longest retention has passed since it was replaced.
 */
import type { Runtime } from '../stack/stack.js';
import type { Evidence, StackEvidence } from './evidence.js';
import { g1Frames } from './g1-frames.js';
import { messageTemplate } from './g1-message-template.js';

export const G1 = 'g1';
const KEY_FRAMES = 8;
const KEY_CAUSES = 8;
/**
 * `^\s*Caused by: ([\w$.]+)`, and linear: the words are found first, and the blanks before them, which may be many lines,
 * are looked at once.
 */
const CAUSE = /Caused by: (?<=^\s*Caused by: )([\w$.]+)/gm;

export function g1Parts({ custom, errorType, message, stack, transaction, hasType }: Evidence): string[] {
  if (custom !== '') return ['custom', custom];
  if (stack.g1Frames.length > 0) return ['stack', errorType, ...stack.g1Causes, ...stack.g1Frames];
  if (message !== '') return ['message', errorType, messageTemplate(message)];
  return hasType ? ['type', errorType, transaction] : ['status', errorType];
}

/** Types of the causes that a stack names. */
export const g1Causes = (stacktrace: string): string[] => [...stacktrace.matchAll(CAUSE)].map((match) => match[1]!);

export function g1Stack(stacktrace: string, runtime: Runtime): Pick<StackEvidence, 'g1Frames' | 'g1Causes'> {
  const frames = g1Frames(stacktrace, runtime);
  const own = frames.filter((frame) => frame.inApp);
  const texts = (own.length > 0 ? own : frames).map((frame) => frame.text);
  return {
    g1Frames: texts.filter((text, index) => text !== texts[index - 1]).slice(0, KEY_FRAMES),
    g1Causes: g1Causes(stacktrace).slice(0, KEY_CAUSES),
  };
}
