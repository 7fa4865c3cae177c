/** What of a newer API description would break a client of the older one; pure. */
import type { OpenApiDocument } from './document.js';
import type { Schema } from './schemas.js';

/** One sentence for each break: a route, answer member, parameter value or permission that clients rely on. */
export function breakingChanges(older: OpenApiDocument, newer: OpenApiDocument): string[] {
  const breaks: string[] = [];
  for (const [path, methods] of Object.entries(older.paths)) {
    for (const [method, before] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const after = newer.paths[path]?.[method];
      if (after === undefined) breaks.push(`${name} is gone`);
      else breaks.push(...operationBreaks(before, after, { older, newer }).map((sentence) => `${name}: ${sentence}`));
    }
  }
  return breaks;
}

interface Documents {
  older: OpenApiDocument;
  newer: OpenApiDocument;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

function operationBreaks(before: Schema, after: Schema, documents: Documents): string[] {
  const breaks: string[] = [];
  const parameters = (operation: Schema) => (operation.parameters ?? []) as Parameter[];
  for (const old of parameters(before)) {
    const now = parameters(after).find(({ name, in: place }) => name === old.name && place === old.in);
    if (now === undefined) breaks.push(`the parameter ${old.name} is gone`);
    else breaks.push(...inputBreaks(old.schema, now.schema, `parameter ${old.name}`, documents));
  }
  for (const now of parameters(after)) {
    const old = parameters(before).find(({ name }) => name === now.name);
    if (now.required && !old?.required) breaks.push(`the parameter ${now.name} is now required`);
  }
  if (JSON.stringify(before['x-permissions'] ?? null) !== JSON.stringify(after['x-permissions'] ?? null))
    breaks.push('needs other permissions');
  const body = (operation: Schema) => jsonSchema((operation.requestBody as Schema | undefined)?.content);
  const [oldBody, newBody] = [body(before), body(after)];
  if (oldBody === undefined && newBody !== undefined) breaks.push('takes a body now');
  if (oldBody !== undefined && newBody !== undefined) breaks.push(...inputBreaks(oldBody, newBody, 'body', documents));
  const successes = (operation: Schema) =>
    Object.entries(operation.responses as Record<string, Schema>).filter(([status]) => status.startsWith('2'));
  for (const [status, old] of successes(before)) {
    const now = (after.responses as Record<string, Schema>)[status];
    if (now === undefined) breaks.push(`no longer answers ${status}`);
    else {
      const [oldAnswer, newAnswer] = [jsonSchema(old.content), jsonSchema(now.content)];
      if (oldAnswer !== undefined && newAnswer === undefined) breaks.push(`${status} has no body any more`);
      if (oldAnswer !== undefined && newAnswer !== undefined)
        breaks.push(...answerBreaks(oldAnswer, newAnswer, 'answer', documents));
    }
  }
  return breaks;
}

const jsonSchema = (content: unknown): Schema | undefined =>
  (content as Record<string, { schema?: Schema }> | undefined)?.['application/json']?.schema;

/** A client sends what was allowed: nothing of that may be refused. */
function inputBreaks(before: Schema, after: Schema, at: string, documents: Documents, depth = 0): string[] {
  const [old, now] = [resolve(before, documents.older), resolve(after, documents.newer)];
  if (depth > MAX_DEPTH) return [];
  const breaks = lost(old.enum, now.enum).map((value) => `${at}: ${JSON.stringify(value)} is refused`);
  if (!isWithin(old, now)) breaks.push(`${at} has another type`);
  const required = (schema: Schema) => (schema.required ?? []) as string[];
  for (const name of required(now)) if (!required(old).includes(name)) breaks.push(`${at}.${name} is now required`);
  for (const [name, member] of Object.entries(properties(old))) {
    const next = properties(now)[name];
    if (next === undefined) breaks.push(`${at}.${name} is refused`);
    else breaks.push(...inputBreaks(member, next, `${at}.${name}`, documents, depth + 1));
  }
  return breaks;
}

/** A client reads what was promised: all of that must still come. */
function answerBreaks(before: Schema, after: Schema, at: string, documents: Documents, depth = 0): string[] {
  const [old, now] = [resolve(before, documents.older), resolve(after, documents.newer)];
  if (depth > MAX_DEPTH) return [];
  const breaks: string[] = [];
  if (!isWithin(now, old)) breaks.push(`${at} has another type`);
  const required = (schema: Schema) => (schema.required ?? []) as string[];
  for (const [name, member] of Object.entries(properties(old))) {
    const next = properties(now)[name];
    if (next === undefined) breaks.push(`${at}.${name} is gone`);
    else breaks.push(...answerBreaks(member, next, `${at}.${name}`, documents, depth + 1));
    if (next !== undefined && required(old).includes(name) && !required(now).includes(name))
      breaks.push(`${at}.${name} may be missing`);
  }
  if (old.items !== undefined && now.items !== undefined)
    breaks.push(...answerBreaks(old.items as Schema, now.items as Schema, `${at}[]`, documents, depth + 1));
  return breaks;
}

const MAX_DEPTH = 12;
const properties = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>;

/** Whether what is of the one is of the other as well; every whole number is a number. */
function isWithin(one: Schema, other: Schema): boolean {
  const [types, known] = [one, other].map(({ type }) => [type ?? []].flat() as string[]);
  if (types!.length === 0 || known!.length === 0) return types!.length === known!.length;
  return types!.every((type) => known!.includes(type) || (type === 'integer' && known!.includes('number')));
}

const lost = (before: unknown, after: unknown): unknown[] =>
  Array.isArray(after) ? ((before ?? []) as unknown[]).filter((value) => !after.includes(value)) : [];

/** What a schema is, whatever names it has; what may be null as well has that as a further type. */
function resolve(schema: Schema, document: OpenApiDocument): Schema {
  const [first, second] = (schema.anyOf ?? []) as Schema[];
  if (second?.type === 'null' && first!.$ref !== undefined) {
    const { type, ...rest } = resolve(first!, document);
    return { ...rest, ...(type !== undefined && { type: [type, 'null'].flat() }) };
  }
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : undefined;
  return name === undefined ? schema : resolve(document.components.schemas[name] ?? {}, document);
}
