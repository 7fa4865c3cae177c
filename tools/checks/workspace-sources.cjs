// For dependency-cruiser, in the form of a webpack configuration: packages of this workspace are their sources, built or not.
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const folders = ['apps', 'libs', 'tools'].flatMap((parent) =>
  readdirSync(parent).map((name) => [name, join(parent, name)]),
);
const packages = folders
  .map(([name, folder]) => [name, join(folder, 'src')])
  .filter(([, sources]) => existsSync(sources))
  .concat([['e2e', 'e2e']]);

exports.resolve = {
  alias: Object.fromEntries(packages.map(([name, sources]) => [`@spanwise/${name}`, join(process.cwd(), sources)])),
};
