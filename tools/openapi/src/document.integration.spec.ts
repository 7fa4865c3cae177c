// @module-tag long
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from './document.js';
import type { Schema } from './schemas.js';

const text = readFileSync(new URL('../../../apps/gateway/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(text) as OpenApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'api', components: document.components });

describe('the API description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, never>);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(operations)('$name says who may call it, what it answers and how it refuses', ({ operation }) => {
    const responses = operation.responses as Record<string, Schema>;
    const open = Array.isArray(operation.security) && operation.security.length === 0;
    expect(open).toBe(operation['x-permissions'] === undefined);
    expect('401' in responses || open).toBe(true);
    expect(Object.keys(responses)).toContain('500');
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
  });

  it.each(operations)('every example of $name is what its schema says', ({ operation }) => {
    const contents = [operation.requestBody as Schema | undefined, ...Object.values(operation.responses as object)]
      .map((part: Schema | undefined) => (part?.content as Record<string, Schema> | undefined)?.['application/json'])
      .filter((content): content is Schema => content?.example !== undefined);
    for (const { schema, example } of contents) {
      const { $ref } = schema as { $ref: string };
      const validate = ajv.compile({ $ref: `api${$ref}` });
      expect(validate(example) ? [] : validate.errors).toEqual([]);
    }
  });
});
