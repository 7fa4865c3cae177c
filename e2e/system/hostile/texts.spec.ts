import { describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { LANGUAGES, plainTexts, randomText } from './texts.js';

describe('hostile texts', () => {
  it('are of the length that was asked for, or a piece more', () => {
    const random = new Random('lengths');
    for (const { text, recipe } of [
      ...plainTexts(65_536),
      ...Array.from({ length: 200 }, () => randomText(random, 65_536)),
    ]) {
      expect(text.length, recipe).toBeGreaterThanOrEqual(65_536);
      expect(text.length, recipe).toBeLessThan(65_536 + 300);
    }
  });

  it('are the same for the same seed, and other ones for another', () => {
    const of = (seed: string) => {
      const random = new Random(seed);
      return Array.from({ length: 20 }, () => randomText(random, 1_000).recipe);
    };
    expect(of('a')).toEqual(of('a'));
    expect(of('a')).not.toEqual(of('b'));
  });

  it('repeat every piece of every language, white space in front of a line that a parser knows', () => {
    const texts = plainTexts(1_000);
    for (const { pieces } of LANGUAGES)
      for (const piece of pieces)
        expect(
          texts.some(({ text }) => text.includes(piece.repeat(3))),
          piece,
        ).toBe(true);
    expect(texts.some(({ text }) => /^\n{900,}\tat [\w.]+\(\w+\.java:\d+\)\n$/.test(text))).toBe(true);
  });
});
