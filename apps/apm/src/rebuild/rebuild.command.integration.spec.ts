import { describe, expect, it } from 'vitest';
import { askedFor } from './rebuild.command.js';

const NOW = Date.UTC(2026, 0, 31, 10, 30) * 1_000;
const OLDEST = Date.UTC(2026, 0, 1) * 1_000;
const ask = (...words: string[]) => askedFor(words, OLDEST, NOW);

describe('what a rebuild is asked for', () => {
  it('is whole hours in UTC, the open one too', () => {
    const words = ['--from', '2026-01-31T10:00:00+01:00', '--to=2026-01-31T11:00:00Z'];
    const range = { fromMicros: Date.UTC(2026, 0, 31, 9) * 1_000, toMicros: Date.UTC(2026, 0, 31, 11) * 1_000 };
    expect(ask(...words)).toEqual({ ...range, organizationId: undefined, apply: false, resume: false });
    const organization = '01a1fe8f-907f-70f5-a081-fbd1b0ebe18d';
    expect(ask(...words, '--apply', '--organization', organization)).toEqual({
      ...range,
      organizationId: organization,
      apply: true,
      resume: false,
    });
    expect(ask(...words, '--apply', '--resume').resume).toBe(true);
  });

  it.each([
    [['--from', '2026-01-31T09:00:00Z'], 'whole hours in UTC'],
    [['--from', '2026-01-31T09:00:00', '--to', '2026-01-31T10:00:00Z'], 'is not a time'],
    [['--from', '2026-01-31T09:30:00Z', '--to', '2026-01-31T10:00:00Z'], 'is not a whole hour'],
    [['--from', '2026-01-31T10:00:00Z', '--to', '2026-01-31T10:00:00Z'], 'must end after it begins'],
    [['--from', '2025-12-31T10:00:00Z', '--to', '2026-01-31T10:00:00Z'], 'kept from 2026-01-01T00:00:00Z'],
    [['--from', '2026-01-31T09:00:00Z', '--to', '2026-01-31T12:00:00Z'], 'in the future'],
    [['--from', '2026-01-31T09:00:00Z', '--to', '2026-01-31T10:00:00Z', '--organization', "x'"], 'must be the id'],
    [['--from', '2026-01-31T09:00:00Z', '--to', '2026-01-31T10:00:00Z', '--resume'], 'needs --apply'],
    [['--form', '2026-01-31T09:00:00Z'], '--form'],
  ])('%s is refused', (words, sentence) => {
    expect(() => ask(...words)).toThrow(sentence);
  });
});
