/** Operations of the API description with hostile texts as their parameters and in their bodies. Pure. */
import type { Random } from '@spanwise/telemetry/random';
import { parametersOf, type Operation } from '../isolation/operations.js';
import { jsonRequest, type Request } from './request.js';

/** Longer ones are refused by the server before anything reads them; they are put into bodies. */
const MAX_IN_PATH = 4_000;

/** Of each parameter of a path, values that exist. */
export type KnownValues = (path: string, parameter: string) => readonly string[];

/** Half a pair of surrogates has no form in a URL: it becomes the sign for that. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text.slice(0, MAX_IN_PATH)).toString());

function pathWith(random: Random, path: string, known: KnownValues, hostile?: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = known(path, name);
    if (hostile !== undefined && (values.length === 0 || random.chance(0.5))) return encoded(hostile);
    return encoded(values.length > 0 ? random.pick(values) : 'x');
  });
}

/** The operation as it is meant, with what exists. */
export const plainCall = (random: Random, { method, path, body }: Operation, known: KnownValues): Request =>
  jsonRequest({ kind: 'call', method, path: pathWith(random, path, known), as: 'owner' }, body);

/** One parameter of the query string, or those of the path, or one text of the body replaced. */
export function hostileCall(random: Random, operation: Operation, known: KnownValues, hostile: string): Request {
  const { method, path, query, required, body } = operation;
  const inPath = parametersOf(path).length > 0 && random.chance(0.3);
  const target = pathWith(random, path, known, inPath ? hostile : undefined);
  const named = query.filter(() => !inPath && random.chance(0.4));
  const words = [
    ...named.map((name) => `${encodeURIComponent(name)}=${encoded(filterOf(random, name, hostile))}`),
    ...required.filter((name) => !named.includes(name)).map((name) => `${name}=${/from|to/.test(name) ? 1 : 'x'}`),
  ];
  const url = words.length === 0 ? target : `${target}?${words.join('&')}`;
  const what = `${method} ${url.slice(0, 300)} with ${JSON.stringify(hostile.slice(0, 80))} of ${hostile.length} characters`;
  return jsonRequest({ kind: 'call', what, method, path: url, as: 'owner' }, body && withText(random, body, hostile));
}

/** Filters are JSON in a parameter: the hostile text is in their fields. */
const filterOf = (random: Random, name: string, hostile: string): string =>
  name === 'filters'
    ? JSON.stringify([
        { field: hostile.slice(0, 128) || 'x', op: random.pick(['=', 'contains', '>']), value: hostile.slice(0, 512) },
      ])
    : hostile;

type Place = [parent: Record<string, unknown>, key: string];

/** Where the texts of a body are. */
function textPlaces(body: object): Place[] {
  return Object.entries(body as Record<string, unknown>).flatMap(([key, value]): Place[] => {
    if (typeof value === 'string') return [[body as Record<string, unknown>, key]];
    return typeof value === 'object' && value !== null ? textPlaces(value) : [];
  });
}

/** A copy of a body with one of its texts, or the name of one of its members, replaced. */
function withText(random: Random, body: object, hostile: string): object {
  const copy = structuredClone(body);
  const places = textPlaces(copy);
  if (places.length > 0 && random.chance(0.9)) {
    const [parent, key] = random.pick(places);
    parent[key] = hostile;
  } else Object.defineProperty(copy, hostile.slice(0, 200), { value: hostile, enumerable: true });
  return copy;
}
