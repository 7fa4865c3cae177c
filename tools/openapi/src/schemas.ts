/** JSON schemas: of answers from their TypeScript types, of inputs from their class-validator decorators. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { createGenerator } from 'ts-json-schema-generator';
import { MAX_FILTER_BYTES } from '@spanwise/contracts/apm/apm';
import { NULL_IS_LEGAL } from '@spanwise/contracts/base/members';

export type Schema = Record<string, unknown>;
export type Schemas = Record<string, Schema>;

const ROOT_TYPE = 'ApiSchemas';
/** TypeScript has one type of numbers: what is whole is declared by this name. */
const INTEGER = 'Integer';
const REF = '#/definitions/';
const COMPONENT = '#/components/schemas/';
const contracts = (file: string) => fileURLToPath(new URL(`../../../libs/contracts/${file}`, import.meta.url));

/** Every type below `ApiSchemas`: its members by their names, and the types that they are made of by theirs. */
export function answerSchemas(): Schemas {
  const { definitions } = createGenerator({
    path: contracts('src/api-schemas.ts'),
    tsconfig: contracts('tsconfig.json'),
    type: ROOT_TYPE,
    expose: 'export',
    jsDoc: 'basic',
    skipTypeCheck: true,
    additionalProperties: false,
    sortProps: false,
  }).createSchema(ROOT_TYPE);
  const { [ROOT_TYPE]: root, ...types } = definitions as unknown as Record<string, { properties?: Schemas }>;
  const schemas: Schemas = {};
  for (const [name, schema] of [...Object.entries(types), ...Object.entries(root!.properties ?? {})]) {
    if (name === INTEGER) continue;
    // A member that has the name of its type is that type.
    if ((schema as Schema).$ref !== REF + name) schemas[plainName(name)] = atComponents(schema);
  }
  return schemas;
}

/** Input classes that decorators describe, by class name. */
export function inputSchemas(): Schemas {
  const require = createRequire(import.meta.url);
  const schemas = validationMetadatasToSchemas({
    refPointerPrefix: COMPONENT,
    classTransformerMetadataStorage: (require('class-transformer/cjs/storage') as { defaultMetadataStorage: never })
      .defaultMetadataStorage,
    additionalConverters: {
      [NULL_IS_LEGAL]: { nullable: true },
      isFilter: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_FILTER_BYTES,
        description: `1 to ${MAX_FILTER_BYTES} bytes of UTF-8, not blank`,
      },
      isPlainText: ({ constraints: [min, max] }) => ({
        type: 'string',
        minLength: min as number,
        maxLength: max as number,
      }),
      isEmailAddress: { type: 'string', format: 'email', maxLength: 254 },
      isAvatarUrl: { type: 'string', maxLength: 2_048, description: 'http or https URL, or empty' },
      isConditions: { type: 'object', description: 'environment (text or texts), labels (texts by name)' },
      isAttributes: { type: 'object', description: 'environment (text), labels (texts by name)' },
      isTimeZone: { type: 'string', maxLength: 64, description: 'IANA time zone, or empty' },
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, inputSchema(withoutBuiltins(schema as Schema))]),
  );
}

function inputSchema({ properties, ...schema }: Schema): Schema {
  const members = Object.entries((properties ?? {}) as Schemas).map(([name, member]) => [name, orNull(member)]);
  return { properties: Object.fromEntries(members), ...schema, additionalProperties: false };
}

/** OpenAPI 3.1 has no word for it: null is one more type, or one more alternative to a named schema. */
function orNull({ nullable, ...schema }: Schema): Schema {
  if (nullable !== true) return schema;
  const { $ref, ...rest } = schema;
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: 'null' }] };
  if (rest.type === undefined) return rest;
  return { ...rest, type: [rest.type, 'null'], ...(Array.isArray(rest.enum) && { enum: [...rest.enum, null] }) };
}

/** A member with an initializer and no type of its own is an `Object` to reflection: its decorators say what it is. */
const withoutBuiltins = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && /\/(Object|String|Number|Boolean|Array)$/.test(value as string) ? undefined : value,
  ) as Schema;

/** `Page<ServiceSummary>` and the like are no names of components. */
const plainName = (name: string): string =>
  decodeURIComponent(name)
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/_$/, '');

function atComponents(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === '$ref') return COMPONENT + plainName((value as string).replace(REF, ''));
    if (isObject(value) && value.$ref === COMPONENT + INTEGER) {
      const { $ref: _whole, ...rest } = value;
      return { ...rest, type: 'integer' };
    }
    if (isObject(value) && Array.isArray(value.anyOf) && value.anyOf.every(isTypeAlone)) {
      const { anyOf, ...rest } = value;
      return { ...rest, type: (anyOf as Schema[]).map(({ type }) => type) };
    }
    // A newer product may answer more members: clients must not refuse them.
    if (key === 'additionalProperties' && value === false) return undefined;
    // Tuples of older JSON schema.
    if (isObject(value) && Array.isArray(value.items)) return { ...value, prefixItems: value.items, items: undefined };
    return value;
  }) as Schema;
}

const isObject = (value: unknown): value is Schema => value !== null && typeof value === 'object';
const isTypeAlone = (value: unknown): boolean =>
  isObject(value) && typeof value.type === 'string' && Object.keys(value).length === 1;
