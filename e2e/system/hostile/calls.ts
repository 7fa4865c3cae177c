/** Every operation of the API description with hostile texts as its parameters and in its bodies. Pure. */
import type { Random } from '@spanwise/telemetry/random';
import { parametersOf, type Operation } from '../isolation/operations.js';
import { jsonShot, type Credential, type Shot } from './shot.js';

/** Longer ones are refused by the server before anything reads them; they go into bodies. */
const MAX_IN_PATH = 4_000;

/** Of each parameter of a path, values that exist. */
export type KnownValues = (path: string, parameter: string) => readonly string[];

/** Half a pair of surrogates has no form in a URL: it becomes the sign for that. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text.slice(0, MAX_IN_PATH)).toString());

const pathWith = (random: Random, path: string, known: KnownValues, hostile?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = known(path, name);
    return encoded(
      hostile !== undefined && (values.length === 0 || random.chance(0.5))
        ? hostile
        : values.length > 0
          ? random.pick(values)
          : 'x',
    );
  });

/** The operation as its reader means it, with what exists. */
export const plainCall = (random: Random, operation: Operation, known: KnownValues, as: Credential): Shot =>
  jsonShot(
    {
      kind: 'call',
      what: `${operation.method} ${operation.path}`,
      method: operation.method,
      path: pathWith(random, operation.path, known),
      as,
    },
    operation.body,
  );

/** One parameter of the query string, or those of the path, or one text of the body replaced. */
export function hostileCall(
  random: Random,
  operation: Operation,
  known: KnownValues,
  hostile: string,
  as: Credential,
): Shot {
  const { method, path, query, body } = operation;
  const inPath = parametersOf(path).length > 0 && random.chance(0.3);
  const target = pathWith(random, path, known, inPath ? hostile : undefined);
  const named = query.filter(() => !inPath && random.chance(0.4));
  const required = operation.required.filter((name) => !named.includes(name));
  const words = [
    ...named.map((name) => `${encodeURIComponent(name)}=${encoded(filterOf(random, name, hostile))}`),
    ...required.map((name) => `${name}=${/from|to/.test(name) ? 1 : 'x'}`),
  ];
  const url = words.length === 0 ? target : `${target}?${words.join('&')}`;
  const what = `${method} ${url.slice(0, 300)} with ${JSON.stringify(hostile.slice(0, 80))} of ${hostile.length} characters`;
  return jsonShot(
    { kind: 'call', what, method, path: url, as },
    body === undefined ? undefined : withText(random, body, hostile),
  );
}

/** Filters are JSON in a parameter: what is hostile stands in their fields. */
const filterOf = (random: Random, name: string, hostile: string): string =>
  name === 'filters'
    ? JSON.stringify([
        { field: hostile.slice(0, 128) || 'x', op: random.pick(['=', 'contains', '>']), value: hostile.slice(0, 512) },
      ])
    : hostile;

type Place = [holder: Record<string, unknown>, key: string];

/** Where the texts of a body stand. */
function textPlaces(body: object): Place[] {
  return Object.entries(body as Record<string, unknown>).flatMap(([key, value]): Place[] => {
    if (typeof value === 'string') return [[body as Record<string, unknown>, key]];
    return typeof value === 'object' && value !== null ? textPlaces(value) : [];
  });
}

/** A copy of a body with one of its texts, or the name of one of its members, replaced. */
export function withText(random: Random, body: object, hostile: string): object {
  const copy = structuredClone(body);
  const places = textPlaces(copy);
  if (places.length > 0 && random.chance(0.9)) {
    const [holder, key] = random.pick(places);
    holder[key] = hostile;
  } else Object.defineProperty(copy, hostile.slice(0, 200), { value: hostile, enumerable: true });
  return copy;
}

/** The operation once for each of its parameters and each text of its body, with the text in that place. */
export function* everyPlace(
  random: Random,
  operation: Operation,
  known: KnownValues,
  hostile: string,
  as: Credential,
): Generator<Shot> {
  const { method, path, query, required, body } = operation;
  const shot = (place: string, url: string, sent = body) =>
    jsonShot(
      { kind: 'call', what: `${method} ${path} with ${JSON.stringify(hostile)} as ${place}`, method, path: url, as },
      sent,
    );
  const plain = pathWith(random, path, known);
  for (const name of parametersOf(path)) {
    const values: KnownValues = (of, other) => (other === name ? [hostile] : known(of, other));
    yield shot(`{${name}}`, pathWith(random, path, values));
  }
  for (const name of query) {
    const words = [...new Set([...required, name])].map(
      (one) => `${one}=${one === name ? encoded(filterOf(random, name, hostile)) : 1}`,
    );
    yield shot(name, `${plain}?${words.join('&')}`);
  }
  for (let at = 0; body !== undefined && at < textPlaces(body).length; at++) {
    const copy = structuredClone(body);
    const [holder, key] = textPlaces(copy)[at];
    holder[key] = hostile;
    yield shot(key, plain, copy);
  }
}
