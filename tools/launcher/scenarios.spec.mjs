import { expect, it } from 'vitest';
import { UsageError } from './arguments.mjs';
import { filesBelow } from '../checks/sources.mjs';
import { ROOT } from './paths.mjs';
import { scenariosNamed } from './scenarios.mjs';

it('every system spec belongs to one scenario', () => {
  const listed = scenariosNamed([]).flatMap(({ specs }) => specs);
  expect(listed.toSorted()).toEqual(filesBelow(ROOT, /\.system\.spec\.(ts|mjs)$/).toSorted());
});

it('scenarios are chosen by name, and an unknown name is a usage error that lists them', () => {
  expect(scenariosNamed(['crash', 'upgrade']).map(({ name }) => name)).toEqual(['crash', 'upgrade']);
  expect(() => scenariosNamed(['crush'])).toThrow(UsageError);
  expect(() => scenariosNamed(['crush'])).toThrow(/crush: not among figures, crash, /);
});
