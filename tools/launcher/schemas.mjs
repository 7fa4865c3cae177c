// The database that the services find: its roles, their schemas, and in these what the migrations make.
import { pathToFileURL } from 'node:url';
import { rolePasswords } from './keys.mjs';
import { inRoot } from './paths.mjs';
import { recordedMigrations } from './postgres.mjs';
import { Failure } from './progress.mjs';
import { run } from './run.mjs';
import { entryOf, MIGRATED, requireKeys, serviceEnvironment } from './services.mjs';

const built = (...parts) => import(pathToFileURL(inRoot(...parts)).href);

/**
 * Roles and schemas as `provision-command.js` makes them, and the missing migrations: most starts
 * find everything as it should be, and a process for each schema would only find that.
 * @param {import('./services.mjs').Stack} stack
 */
export async function prepareDatabase(stack) {
  const { provision } = await built('libs', 'postgres', 'dist', 'provision.js');
  try {
    await provision(stack.databaseUrl, rolePasswords(stack.dataDir));
  } catch (error) {
    throw new Failure(`The database cannot be provisioned: ${error.message}\nThe database user must be a superuser.`);
  }
  // They are made before the first migration is recorded.
  if ((await recordedMigrations(stack.databaseUrl, 'iam')).length > 0) requireKeys(stack.dataDir);
  const waiting = [];
  for (const service of MIGRATED) if (!(await isMigrated(service, stack.databaseUrl))) waiting.push(service);
  await Promise.all(
    waiting.map((service) =>
      run(process.execPath, [entryOf(service), 'migrate'], { env: serviceEnvironment(service, stack) }),
    ),
  );
}

/** A schema of a newer version is not: the migration says so. */
async function isMigrated(service, databaseUrl) {
  const { migrations } = await built('apps', service, 'dist', 'db', 'migrations.js');
  return isSame(
    migrations.map((Migration) => new Migration().name),
    await recordedMigrations(databaseUrl, service),
  );
}

/** The same names, in whatever order. @param {string[]} known @param {string[]} recorded */
export function isSame(known, recorded) {
  return known.length === recorded.length && new Set([...known, ...recorded]).size === known.length;
}
