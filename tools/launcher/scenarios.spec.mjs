import { expect, it } from 'vitest';
import { UsageError } from './arguments.mjs';
import { filesBelow } from '../checks/sources.mjs';
import { ROOT } from './paths.mjs';
import { scenariosNamed } from './scenarios.mjs';

it('every system spec belongs to a scenario', () => {
  const scenarios = scenariosNamed([]);
  const isListed = (file) =>
    scenarios.some(({ name, beside }) => file.startsWith(`e2e/system/${name}/`) || beside.includes(file));
  expect(filesBelow(ROOT, /\.system\.spec\.(ts|mjs)$/).filter((file) => !isListed(file))).toEqual([]);
});

it('scenarios are chosen by name, and an unknown name is a usage error that lists them', () => {
  expect(scenariosNamed(['crash', 'upgrade']).map(({ name }) => name)).toEqual(['crash', 'upgrade']);
  expect(() => scenariosNamed(['crush'])).toThrow(UsageError);
  expect(() => scenariosNamed(['crush'])).toThrow(/crush: not among figures, crash, /);
});
