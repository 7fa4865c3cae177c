import { describe, expect, it } from 'vitest';
import { differences, exactNumber, expectedTiles } from './figures.js';

describe('figures of a page', () => {
  it('are read from their exact texts', () => {
    expect(['12,345 µs', '0.25 %', '1,234.567891 /s', '7'].map(exactNumber)).toEqual([12_345, 0.25, 1_234.567891, 7]);
    expect(exactNumber('–')).toBeNaN();
  });

  it('that are not the API’s are named', () => {
    const expected = expectedTiles({ request_count: 120, error_rate: 0.25, p50_micros: 10, p95_micros: 20 }, 60);
    const shown = { rate: 2, errors: 25, p50_micros: 10, p95_micros: 20, p99_micros: Number.NaN };
    expect(differences(shown, expected)).toEqual([]);
    expect(differences({ ...shown, errors: 24.9 }, expected)).toEqual(['errors is shown as 24.9 and answered as 25']);
    expect(differences({ ...shown, p95_micros: Number.NaN }, expected)).toHaveLength(1);
  });
});
