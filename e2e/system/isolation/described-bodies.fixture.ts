/** Bodies of the API description, and every place in them. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

export interface DescribedOperation {
  security?: unknown[];
  'x-permissions'?: { organization?: string; system?: string };
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: object } | undefined> };
}

export interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A member of a body: its path, and what it may be. */
export interface Place {
  path: string[];
  isNullable: boolean;
  /** `objects` is a list of objects with members that are described. */
  takes: 'text' | 'object' | 'objects' | 'other';
}

/** Every member, at any depth, of an object with this schema; of lists the members of the first element. */
export function placesOf(description: Description, schema: Schema, within: string[] = []): Place[] {
  const { properties = {} } = resolved(description, schema);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = [...within, name];
    const own = resolved(description, member);
    const isOf = (type: string) => [own.type].flat().includes(type);
    const isObject = own.properties !== undefined;
    const isObjects = isOf('array') && own.items?.$ref !== undefined;
    const takes = isObject ? 'object' : isObjects ? 'objects' : isOf('string') && !own.enum ? 'text' : 'other';
    const place: Place = { path, takes, isNullable: isOf('null') || own.type === undefined };
    const inner = isObject ? placesOf(description, own, path) : [];
    const elements = isObjects ? placesOf(description, own.items!, [...path, '0']) : [];
    return [place, ...inner, ...elements];
  });
}

/** Without its name, and with null among its types where it may be null. */
function resolved(description: Description, schema: Schema): Schema {
  const [first, second] = schema.anyOf ?? [];
  if (second?.type === 'null') {
    const { type, ...rest } = resolved(description, first!);
    return { ...rest, type: [...[type ?? []].flat(), 'null'] };
  }
  if (schema.$ref === undefined) return schema;
  return resolved(description, description.components.schemas[schema.$ref.split('/').at(-1)!]!);
}

/** The body with another value in this place; undefined where it has none of the objects around it. */
export function withValue(body: object, path: string[], value: unknown): object | undefined {
  const changed = structuredClone(body) as Record<string, unknown>;
  let at: Record<string, unknown> | undefined = changed;
  for (const name of path.slice(0, -1)) {
    const next: unknown = at[name];
    if (typeof next !== 'object' || next === null) return undefined;
    at = next as Record<string, unknown>;
  }
  at[path.at(-1)!] = value;
  return changed;
}
