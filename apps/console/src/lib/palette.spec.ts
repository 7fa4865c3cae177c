import { describe, expect, it } from 'vitest';
import { SERVICE_COLOURS, serviceColour } from './palette.js';

describe('the colour of a service', () => {
  const names = Array.from({ length: 400 }, (_, at) => `service-${at}`);

  it('is one that the themes have, and always the same', () => {
    for (const name of [...names, '', 'gateway', 'Straße'])
      expect(serviceColour(name)).toMatch(/^var\(--service-[0-7]\)$/);
    expect(serviceColour('gateway')).toBe(serviceColour('gateway'));
  });

  it('is each of them for some', () => {
    expect(new Set(names.map(serviceColour)).size).toBe(SERVICE_COLOURS);
  });
});
