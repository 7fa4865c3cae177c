import { expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { digestEvent } from './digest.js';
import { opening } from './incident-lifecycle.fixture.js';
import { newIncident } from './incident-opening.js';

const AT = new Date('2026-11-23T12:00:00Z');
const incident = (summary: string, at: number) =>
  newIncident(uuidv7(), String(at), opening({ summary, labels: { service: String(at) } }), AT, null);

it.each([
  ['short', 'Checkout is slow', 20],
  ['long', 'x'.repeat(2_000), 5],
  ['in three bytes a character', '語'.repeat(2_000), 2],
  ['in six bytes a character', '\u0001'.repeat(2_000), 1],
])('a digest of 1,000 incidents with summaries that are %s has room in an event (ALERT-128)', (_, summary, least) => {
  const rows = Array.from({ length: 1_000 }, (_unused, at) => incident(summary, at));
  const people = Array.from({ length: 50 }, () => uuidv7());
  const { attributes } = digestEvent(rows, { pass: 's30', at: 1 }, AT, people);
  expect(Buffer.byteLength(JSON.stringify(attributes))).toBeLessThanOrEqual(16_384);
  expect(attributes).toMatchObject({ incident_count: 1_000, user_ids: people });
  expect((attributes.incidents as object[]).length).toBeGreaterThanOrEqual(least);
});
