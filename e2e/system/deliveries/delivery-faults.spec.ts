import { describe, expect, it } from 'vitest';
import { deliveryFaults, type Logged } from './delivery-faults.js';
import type { Visit } from './receiver.js';

const incidents = [{ firing: 'f', resolved: 'r' }];
const visit = (event: string, change: Partial<Visit> = {}): Visit => ({
  id: `id-${event}`,
  event,
  atMs: 0,
  taken: true,
  signatures: 1,
  verified: 1,
  ...change,
});
const row = (event: string, change: Partial<Logged> = {}): Logged => ({
  id: `id-${event}`,
  event_id: event,
  status: 'success',
  error_code: null,
  ...change,
});
const both = [row('f'), row('r')];
const skipped = [row('f', { status: 'skipped', error_code: 'superseded' }), row('r')];

describe('a run of deliveries', () => {
  it.each<[string, Visit[], Logged[], number[]]>([
    ['both arrived', [visit('f'), visit('r')], both, []],
    ['one arrived twice under its id', [visit('f'), visit('f'), visit('r')], both, []],
    ['both secrets signed', [visit('f', { signatures: 2, verified: 2 }), visit('r')], both, []],
    ['the end arrived in the place of the fault', [visit('f', { taken: false }), visit('r')], skipped, []],
    [
      'a kill made a worker forget',
      [visit('f', { taken: false, notBeforeMs: 1_000 }), visit('f', { atMs: 200 }), visit('r')],
      both,
      [100],
    ],
  ])('is right when %s', (_, visits, log, kills) => expect(deliveryFaults(incidents, visits, log, kills)).toEqual([]));

  it.each<[string, Visit[], Logged[]]>([
    ['a signature is missing', [visit('f', { signatures: 0, verified: 0 }), visit('r')], both],
    ['a signature does not verify', [visit('f', { signatures: 2 }), visit('r')], both],
    ['the end is lost', [visit('f')], both],
    ['the fault is lost', [visit('r')], both],
    ['the end came first', [visit('r'), visit('f')], both],
    ['the end came without the fault', [visit('r')], [row('r')]],
    ['a repeat has another id', [visit('f'), visit('f', { id: 'other' }), visit('r')], both],
    [
      'a repeat came too early',
      [visit('f', { taken: false, notBeforeMs: 1_000 }), visit('f', { atMs: 200 }), visit('r')],
      both,
    ],
  ])('is wrong when %s', (_, visits, log) => expect(deliveryFaults(incidents, visits, log, [])).not.toEqual([]));
});
