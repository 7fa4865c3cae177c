import { expect, it } from 'vitest';
import type { Condition } from '@spanwise/contracts/alerting/alert-conditions';
import { unitOf } from './value-unit.js';

it.each<[Partial<Condition>, string | undefined]>([
  [{ type: 'red', figure: 'error_rate' }, '1'],
  [{ type: 'red', figure: 'rate' }, '{request}/s'],
  [{ type: 'anomaly', figure: 'p95' }, 'us'],
  [{ type: 'slo' }, '1'],
  [{ type: 'sql' }, undefined],
])('values of %o have the unit %s', (condition, unit) => expect(unitOf(condition as Condition)).toBe(unit));
