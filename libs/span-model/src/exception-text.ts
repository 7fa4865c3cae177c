/**
 * How much of an exception's texts is read, whether an event of a span or a log record carries them: no pattern ever sees
 * more, and what reports one exception twice reports the same texts.
 */

export const MAX_MESSAGE_CHARS = 4_096;
export const MAX_STACK_CHARS = 32_768;

/** Of a type or a message. */
export const boundedText = (text: string): string => text.slice(0, MAX_MESSAGE_CHARS);

/** Some runtimes print the innermost call first, others last: of a long stack both ends say where it happened. */
export function boundedStack(stack: string): string {
  if (stack.length <= MAX_STACK_CHARS) return stack;
  const half = MAX_STACK_CHARS / 2;
  return `${stack.slice(0, half - 1)}\n${stack.slice(-half)}`;
}
