/** Attributes of an event that the product makes itself: what is long in them is cut until they have room. Pure. */
import { cutText, inJsonBytes } from '@spanwise/contracts/base/cut-text';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import type { Attributes } from '../../routing/policies/matchers.js';

export const MAX_ATTRIBUTE_BYTES = 16_384;

/** Most bytes of a text and most members of what is within an attribute; texts give way first, ids and links last of all. */
const BOUNDS = [
  ...[4_096, 1_024, 256].map((textBytes) => ({ textBytes, members: 1_000 })),
  ...[250, 50, 10].map((members) => ({ textBytes: 256, members })),
  ...[3, 1].map((members) => ({ textBytes: 100, members })),
];

export function fittedAttributes(attributes: Attributes): Attributes {
  const json = storableJson(attributes);
  if (Buffer.byteLength(json) <= MAX_ATTRIBUTE_BYTES) return JSON.parse(json) as Attributes;
  let fitted: Attributes = {};
  for (const bounds of BOUNDS) {
    const entries = Object.entries(JSON.parse(json) as Attributes);
    fitted = Object.fromEntries(entries.map(([name, value]) => [name, bounded(value, bounds)]));
    if (Buffer.byteLength(JSON.stringify(fitted)) <= MAX_ATTRIBUTE_BYTES) break;
  }
  return fitted;
}

function bounded(value: unknown, bounds: (typeof BOUNDS)[number]): unknown {
  const { textBytes, members } = bounds;
  if (typeof value === 'string') return cutText(value, textBytes, inJsonBytes);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, members).map((inner) => bounded(inner, bounds));
  const entries = Object.entries(value).slice(0, members);
  return Object.fromEntries(entries.map(([name, inner]) => [name, bounded(inner, bounds)]));
}
