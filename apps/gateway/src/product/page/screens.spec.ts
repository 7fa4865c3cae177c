import { expect, it } from 'vitest';
import { unknownPath } from './screens.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each([
  ['/logs', 'not_found'],
  ['/nope?x=1', 'not_found'],
  ['/services/a/b', 'not_found'],
  ['/apis', 'not_found'],
  ['/services/', { redirect: '/services' }],
  ['/services/cart/?from=1&to=2', { redirect: '/services/cart?from=1&to=2' }],
  ['/alerts/rules/x///', { redirect: '/alerts/rules/x' }],
  ['//evil.example/', 'not_found'],
  ['//services/', 'not_found'],
  ['/\\evil.example/services/', 'not_found'],
  ['/api', undefined],
  ['/api/v1/nope', undefined],
  ['/v1/traces/', undefined],
  ['/assets/gone.js', undefined],
  ['/s/', undefined],
])('a browser that asks for the unknown path %s gets %j', (url, expected) =>
  expect(unknownPath(url, BROWSER)).toEqual(expected),
);

it.each([undefined, '*/*', 'application/json'])('a client that accepts %s gets JSON', (accept) =>
  expect(unknownPath('/services/', accept)).toBeUndefined(),
);
