/** Writes the API description and the types of its client; with `--check` compares with what is committed. */
import 'reflect-metadata';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { gatewayControllers } from '@spanwise/gateway/gateway.service-definition';
import { breakingChanges } from './breaking.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { readRoutes } from './read-routes.js';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const DESCRIPTION = inRoot('apps/gateway/openapi.json');
const CLIENT_TYPES = inRoot('libs/api-client/src/generated/schema.ts');

const document = openApiDocument(readRoutes(gatewayControllers));
const files = new Map([
  [DESCRIPTION, `${JSON.stringify(document, null, 2)}\n`],
  [CLIENT_TYPES, astToString(await openapiTS(document as unknown as OpenAPI3, { alphabetize: false }))],
]);
const committed = textOf(DESCRIPTION);
const breaks = committed === undefined ? [] : breakingChanges(JSON.parse(committed) as OpenApiDocument, document);
const flags = process.argv.slice(2);

if (flags.includes('--check')) {
  const stale = [...files]
    .filter(([path, text]) => textOf(path) !== text)
    .map(([path]) => path.replace(inRoot(''), ''));
  for (const sentence of breaks) console.log(`Breaks clients: ${sentence}.`);
  if (stale.length > 0) console.log(`Not what the code describes: ${stale.join(', ')}. Run \`npm run openapi\`.`);
  process.exitCode = stale.length > 0 || breaks.length > 0 ? 1 : 0;
} else if (breaks.length > 0 && !flags.includes('--accept-breaking')) {
  for (const sentence of breaks) console.log(`Breaks clients: ${sentence}.`);
  console.log('Nothing is written. If this is meant, run `npm run openapi -- --accept-breaking`.');
  process.exitCode = 1;
} else {
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(`${Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length} operations`);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
