// Makes the bundles of all services from what `tsc` wrote. A program of its own: the launcher stays small.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'vite';
import { bundlesIn, MADE_OF, madeOf } from './bundles.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { SERVICE_ORDER } from './ports.mjs';

/** Left where they are: packages with native parts, and those that find files beside their own. */
const LEFT = ['@duckdb/node-api', '@grpc/grpc-js', '@node-rs/argon2', 'pino', 'sharp'];
const OWN = /^(apps|libs)\/[^/]+\/dist\/.+\.js$/;
/** Code that looks beside its own file, and would find nothing there. */
const LOOKS_BESIDE = /\b__(dirname|filename)\b/;

const main = (service) => inRoot('apps', service, 'dist', 'main.js');
/** Programs that every product runs as processes of a service's own, by service. */
const CHILDREN = {
  projector: inRoot('apps', 'projector', 'dist', 'store', 'store-writer.main.js'),
  apm: inRoot('apps', 'apm', 'dist', 'query', 'query-engine', 'engine-main.js'),
};
/** A bundle by its own name: processes are known by it. */
const bundleName = (program) => basename(program, '.js');

const folder = bundlesIn(ROOT);
const fresh = `${folder}.${process.pid}`;
const ownPath = (id) => relative(ROOT, id);

/** Files of this repository go on finding others from where they were built, such as the API description; children, bundled. */
const keptAddresses = {
  name: 'kept-addresses',
  transform(code, id) {
    if (!OWN.test(ownPath(id)) || !code.includes('import.meta.url')) return undefined;
    return code.replaceAll(/new URL\('([^']+)', import\.meta\.url\)|import\.meta\.url/g, (found, path) => {
      const program = path && resolve(dirname(id), path);
      if (Object.values(CHILDREN).includes(program)) return `new URL('./${bundleName(program)}.js', import.meta.url)`;
      const address = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
      return found.replace('import.meta.url', address);
    });
  },
};

/** @type {Record<string, string[]>} */
const services = {};
const ownFiles = {
  name: 'own-files',
  generateBundle() {
    for (const service of SERVICE_ORDER)
      services[service] = reached([main(service), CHILDREN[service]].filter(Boolean), this);
  },
};

/** Every file of this repository that entries lead to, whether code of it is left in a bundle or not. */
function reached(entries, graph) {
  const seen = new Set(entries);
  for (const id of seen) {
    const module = graph.getModuleInfo(id);
    for (const next of [...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? [])]) seen.add(next);
  }
  return [...seen].map(ownPath).filter((file) => OWN.test(file));
}

try {
  const { output } = await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: LEFT },
    plugins: [keptAddresses, ownFiles],
    build: {
      ssr: true,
      target: 'node20',
      outDir: fresh,
      // Errors and log lines name classes, migrations are known by theirs, and stacks are read.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries([
          ...SERVICE_ORDER.map((service) => [service, main(service)]),
          ...Object.values(CHILDREN).map((program) => [bundleName(program), program]),
        ]),
        output: {
          keepNames: true,
          // Decorators need what reflect-metadata sets up when it is loaded.
          strictExecutionOrder: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
  for (const { fileName, code } of output)
    if (LOOKS_BESIDE.test(code)) throw new Error(`${fileName} holds a package that looks for files beside its own`);
  writeFileSync(join(fresh, MADE_OF), JSON.stringify(madeOf(ROOT, services)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
