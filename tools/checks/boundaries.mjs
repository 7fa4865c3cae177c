// Who may import whom, who may read the environment, and where migrations lie (docs/architecture.md, "Boundaries").
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { importsIn, isOfSpecs, sourcesBelow } from './sources.mjs';

const FRAMEWORKS = /^(@nestjs\/|typeorm$|pg$|nats$|@nats-io\/|fastify$|rxjs|prom-client$|pino$|nodemailer$)/;
const VALIDATION = /^(class-validator|class-transformer)$/;
const PURE = new Set(['libs/span-model', 'libs/otlp', 'libs/contracts', 'libs/segments']);
const MAY_VALIDATE = new Set(['libs/contracts']);
/** They let null through (API-11), or lists within lists (API-12); what stands for them is in this file. */
const LENIENT = /\b(IsOptional|ValidateNested|ValidateIf)\b/;
const MEMBERS = 'libs/contracts/src/members.ts';
/** Libraries that a library may use; apps may use all of them. */
const LAYERS = {
  contracts: [],
  'span-model': [],
  otlp: ['span-model'],
  segments: ['otlp', 'span-model'],
  'object-store': ['host'],
  host: ['contracts'],
  bus: ['contracts', 'host'],
  postgres: ['contracts', 'host'],
  testing: [],
  'api-client': [],
};
const ENVIRONMENT = /\bprocess\.env\b/;
const MIGRATION = /\b(forwardMigration\(|MigrationInterface\b)/;

/** @returns {string[]} one sentence for each violation */
export function boundaryFaults(root) {
  return sourcesBelow(root).flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')));
}

export function faultsOf(file, text) {
  const project = projectOf(file);
  if (project === undefined) return [];
  const faults = [];
  const spec = isOfSpecs(file);
  const mayReadEnvironment = /(^|\/)config\.ts$/.test(file) || /^(tools|e2e)\//.test(file) || spec;
  if (ENVIRONMENT.test(text) && !mayReadEnvironment) faults.push(`${file}: process.env is read outside config.ts`);
  if (MIGRATION.test(text) && project.startsWith('apps/') && !file.startsWith(`${project}/src/db/migrations/`))
    faults.push(`${file}: migrations lie in ${project}/src/db/migrations/`);
  if (file !== MEMBERS && LENIENT.test(importedFrom('class-validator', text)))
    faults.push(`${file}: what a member may be is said by the decorators of ${MEMBERS}`);
  for (const specifier of importsIn(text)) {
    const fault = importFault(file, project, specifier, spec);
    if (fault !== undefined) faults.push(`${file}: ${fault}`);
  }
  return faults;
}

/** Names that the file takes from a package. */
const importedFrom = (name, text) =>
  [...text.matchAll(/^\s*import\s+([^;]*?)\s+from\s+['"]([^'"]+)['"]/gm)]
    .filter(([, , specifier]) => specifier === name)
    .map(([, names]) => names)
    .join();

function importFault(file, project, specifier, spec) {
  const target = targetOf(file, specifier);
  if (target !== undefined && target !== project) {
    if (specifier.startsWith('.')) return `reaches into ${target} by a relative path`;
    if (target.startsWith('apps/') && project.startsWith('apps/')) return `imports the app ${target}`;
    if (target.startsWith('apps/') && project.startsWith('libs/')) return `a library imports the app ${target}`;
    if (/^(tools|e2e)/.test(target) && /^(apps|libs)\//.test(project)) return `imports ${target}`;
    if (/^(apps|libs)\//.test(target) && project === 'tools/telemetry')
      return `the oracle shares code with the product: ${target}`;
    const own = /^libs\/(.+)$/.exec(project)?.[1];
    const other = /^libs\/(.+)$/.exec(target)?.[1];
    // Benches start servers of their own as specs do.
    if (other === 'testing' && !spec && project !== 'tools/bench') return 'imports the testing library outside a spec';
    if (own !== undefined && other !== undefined && other !== 'testing' && !LAYERS[own]?.includes(other))
      return `libs/${own} must not use libs/${other}`;
  }
  if (
    !spec &&
    PURE.has(project) &&
    (FRAMEWORKS.test(specifier) || (VALIDATION.test(specifier) && !MAY_VALIDATE.has(project)))
  ) {
    return `${project} is pure and imports the framework ${specifier}`;
  }
  return undefined;
}

/** Project that an import leads to, undefined for packages and for the file's own project by name. */
function targetOf(file, specifier) {
  const scoped = /^@spanwise\/([^/]+)/.exec(specifier)?.[1];
  if (scoped !== undefined) {
    if (scoped in LAYERS) return `libs/${scoped}`;
    if (scoped === 'e2e') return 'e2e';
    return ['telemetry', 'prove', 'bench'].includes(scoped) ? `tools/${scoped}` : `apps/${scoped}`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.normalize(posix.join(dirname(file), specifier));
  return projectOf(path);
}

/** The launcher and the checks are plain scripts of one project. */
const projectOf = (path) => /^(apps|libs)\/[^/]+|^tools\/(telemetry|prove|bench)(?=\/)|^tools|^e2e/.exec(path)?.[0];
