import { describe, expect, it } from 'vitest';
import { errorGroupOf } from '../error-group.js';
import { spanOf } from '../span.fixture.js';
import { BUNDLED, DIFFERENT_MESSAGES, SAME_MESSAGES, STACKS } from './same-and-different.fixture.js';

const groupOf = (stacktrace: string, message = '') =>
  errorGroupOf(spanOf({ exceptions: [{ type: 'E', message, stacktrace }] }), 'default', 'shop', 'GET /');
const framesOf = (stacktrace: string) => groupOf(stacktrace).grouping.frames;

const cases = (kind: 'same' | 'different') =>
  [...BUNDLED, ...STACKS].flatMap(({ name, stack, ...lists }) =>
    lists[kind].map(([from, to]) => [name, from, to, stack, stack.replaceAll(from, () => to)] as const),
  );

describe('one cause is one group whatever the runtime (g4)', () => {
  it('over more than 200 cases', () =>
    expect(
      cases('same').length + cases('different').length + SAME_MESSAGES.length + DIFFERENT_MESSAGES.length,
    ).toBeGreaterThan(200));

  it.each(STACKS)('$name is identified by its stack', ({ stack }) =>
    expect(groupOf(stack).grouping.rule).toBe('stack'),
  );

  it.each(cases('same'))('%s: %s stays one with %s', (_, __, ___, stack, varied) => {
    expect(varied).not.toBe(stack);
    expect(framesOf(varied)).toEqual(framesOf(stack));
    expect(groupOf(varied).fingerprint).toBe(groupOf(stack).fingerprint);
  });

  it.each(cases('different'))('%s: %s is another than %s', (_, __, ___, stack, varied) => {
    expect(varied).not.toBe(stack);
    expect(groupOf(varied).fingerprint).not.toBe(groupOf(stack).fingerprint);
  });

  it.each(SAME_MESSAGES)('the message "%s" stays one with "%s"', (one, other) =>
    expect(groupOf('', other).grouping.value).toBe(groupOf('', one).grouping.value),
  );
  it.each(DIFFERENT_MESSAGES)('the message "%s" is another than "%s"', (one, other) =>
    expect(groupOf('', other).grouping.value).not.toBe(groupOf('', one).grouping.value),
  );
});
