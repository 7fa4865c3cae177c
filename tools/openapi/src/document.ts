/** The API description (OpenAPI 3.1) of a list of routes. */
import { HTTP_STATUS_OF_KIND, type ErrorKind } from '@spanwise/contracts/base/errors';
import { PRODUCT_VERSION } from '@spanwise/host/version';
import { exampleOf } from './example.js';
import { MOMENT_TEXTS, PARAMETER_TEXTS } from './parameter-texts.js';
import type { Route } from './read-routes.js';
import { answerSchemas, inputSchemas, type Schema, type Schemas } from './schemas.js';

export interface OpenApiDocument {
  openapi: '3.1.0';
  paths: Record<string, Record<string, Schema>>;
  components: { schemas: Schemas; securitySchemes: Schema; headers: Schema };
  [member: string]: unknown;
}

const MESSAGE_OF_KIND: Partial<Record<ErrorKind, string>> = {
  invalid_argument: 'A parameter or the body is invalid; `details` names the members.',
  unauthorized: 'The credential is missing, invalid or expired.',
  forbidden: 'The permission is missing, or the operation is not available in this scope.',
  not_found: 'There is no such thing, or it is not visible to the caller.',
  internal: 'An internal failure. Quote the request id when you report it.',
  unavailable: 'A service is unavailable; retry after `Retry-After` seconds.',
};

type Examples = (name: string) => unknown;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const inputs = inputSchemas();
  const bodies = routes.flatMap(({ body }) => (body === undefined ? [] : [body.name]));
  const schemas = { ...answerSchemas(), ...used(inputs, bodies) };
  const examples: Examples = (name) => exampleOf(name, schemas);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.route.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = operationOf(route, inputs, examples);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spanwise',
      version: PRODUCT_VERSION,
      description:
        'Observability for services on Kubernetes. Times are integers of microseconds since the Unix epoch. The organization always comes from the credential.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token from sign-in, or an API token (`sw_…`).' },
      },
      headers: {
        'Retry-After': { description: 'Seconds until a retry makes sense', schema: { type: 'integer', minimum: 0 } },
        'X-Request-Id': { description: 'Quote it when you report a failure', schema: { type: 'string' } },
        'X-Trace-Id': { description: 'Trace of this request', schema: { type: 'string' } },
      },
    },
  };
}

function operationOf(route: Route, inputs: Schemas, examples: Examples): Schema {
  const parameters = [...pathParameters(route), ...headerParameters(route), ...queryParameters(route, inputs)];
  return {
    operationId: route.id,
    tags: [tagOf(route.route)],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(route.access === 'public' ? { security: [] } : { 'x-permissions': permissionsOf(route) }),
    // The permission on single resources of this kind is enough, for those.
    ...(route.heldOn !== undefined && { 'x-held-on': route.heldOn }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(route, examples),
    responses: { [route.status]: success(route, examples), ...refusals(route, examples) },
  };
}

const tagOf = (route: string): string =>
  /^\/api\/v1\/([^/]+)\/./.exec(route)?.[1] ?? (route.endsWith('/traces') ? 'intake' : 'product');

/** Permission per scope; an empty object means any valid credential. */
const permissionsOf = ({ access }: Route): object => (typeof access === 'string' ? {} : access);

const pathParameters = ({ route, path = {} }: Route): Schema[] =>
  [...route.matchAll(/:([A-Za-z_]+)/g)].map(([, name]) => {
    if (path[name!] === undefined) throw new Error(`The parameter :${name} of ${route} is not described.`);
    return { name, in: 'path', required: true, description: path[name!], schema: { type: 'string' } };
  });

const headerParameters = ({ raw }: Route): Schema[] =>
  Object.entries(raw?.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));

function queryParameters({ query, without = [], sorts, route }: Route, inputs: Schemas): Schema[] {
  if (query === undefined) return [];
  const schema = inputs[query.name] as { properties: Schemas; required?: string[] } | undefined;
  if (schema === undefined) throw new Error(`The query class of ${route} has no decorators.`);
  return Object.entries(schema.properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, { description, ...property }]) => ({
      name,
      in: 'query',
      description:
        (property.type === 'integer' ? MOMENT_TEXTS[name] : undefined) ?? PARAMETER_TEXTS[name] ?? description,
      ...(schema.required?.includes(name) && { required: true }),
      schema: name === 'sort' && sorts ? { type: 'string', enum: sorts, default: sorts[0] } : property,
    }));
}

function requestBody({ body, raw }: Route, examples: Examples): Schema {
  if (raw?.rawBody)
    return { requestBody: { required: raw.rawBody.required, content: rawContent(raw.rawBody.contents) } };
  if (body === undefined) return {};
  return { requestBody: { required: true, content: { 'application/json': content(body.name, examples) } } };
}

const rawContent = (contents: Record<string, string>): Schema =>
  Object.fromEntries(Object.entries(contents).map(([type, description]) => [type, { schema: { description } }]));

const ID_HEADERS = {
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
  'X-Trace-Id': { $ref: '#/components/headers/X-Trace-Id' },
};

function success(route: Route, examples: Examples): Schema {
  const described = { description: route.summary, headers: ID_HEADERS };
  if (route.raw?.rawAnswer) return { ...described, content: rawContent(route.raw.rawAnswer.contents) };
  if (route.answer === undefined) return described;
  return { ...described, content: { 'application/json': content(route.answer, examples) } };
}

const content = (name: string, examples: Examples): Schema => ({ schema: reference(name), example: examples(name) });

function refusals(route: Route, examples: Examples): Schema {
  const kinds = new Map<ErrorKind, string>();
  const add = (kind: ErrorKind) => kinds.set(kind, MESSAGE_OF_KIND[kind] ?? kind);
  if (route.query ?? route.body ?? route.raw?.rawBody) add('invalid_argument');
  if (route.access !== 'public') add('unauthorized');
  if (route.access !== 'public') add('forbidden');
  if (route.route.includes('/:')) add('not_found');
  add('internal');
  if (!route.answersAlsoWhenUnavailable) add('unavailable');
  for (const [kind, message] of Object.entries(route.refusals ?? {})) kinds.set(kind as ErrorKind, message);
  const answers: Schema = {};
  for (const [kind, description] of kinds) {
    const status = HTTP_STATUS_OF_KIND[kind];
    const headers = status === 429 || status === 503 ? RETRY_HEADERS : ID_HEADERS;
    const example = { ...(examples('Error') as object), error: kind, message: description };
    answers[status] = {
      description,
      headers,
      content: { 'application/json': { schema: reference('Error'), example } },
    };
  }
  if (route.answersAlsoWhenUnavailable) {
    answers[503] = {
      description: 'Degraded; see `reason`.',
      content: { 'application/json': { schema: reference(route.answer!) } },
    };
  }
  return answers;
}

const RETRY_HEADERS = { ...ID_HEADERS, 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** The classes named and every class that they refer to. */
function used(schemas: Schemas, names: readonly string[]): Schemas {
  const found: Schemas = {};
  const visit = (name: string): void => {
    if (found[name] !== undefined) return;
    if (schemas[name] === undefined) throw new Error(`The class ${name} has no decorators.`);
    found[name] = schemas[name];
    for (const [, next] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/([A-Za-z0-9_]+)/g))
      visit(next!);
  };
  names.forEach(visit);
  return found;
}
