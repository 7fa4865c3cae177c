// The product while its code is written: what is saved is built, and its processes are restarted. The data stay.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtCode, differences } from './built-code.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { say } from './progress.mjs';
import { run } from './run.mjs';
import { entryOf, MIGRATED, START_ORDER, withoutBundles } from './services.mjs';
import { watchSources } from './source-watch.mjs';
import { waitForService } from './stack.mjs';
import { startAttached } from './start.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** @param {import('./arguments.mjs').Options} options */
export async function dev(options) {
  await ensurePackages();
  await build({ bundles: false });
  withoutBundles();
  // What it builds is no secret; its data folder is (start.mjs).
  const buildMask = process.umask(0o077);
  const running = builtCode(START_ORDER, ROOT);
  return startAttached(options, (supervisor, ports) => new Rounds({ supervisor, ports, running, buildMask }));
}

/** Builds and starts again, one round after the other; what is saved during one makes another. */
class Rounds {
  constructor(parts) {
    Object.assign(this, parts);
    this.wanted = false;
    /** Sources that changed while they were built. */
    this.unsure = new Set();
    const folders = [...new Set([...this.running.values()].flatMap((code) => [...code.keys()]).map(sourceFolderOf))];
    this.endWatch = watchSources(folders, {
      touched: (folder) => this.noteTouched(folder),
      changed: () => this.begin(),
    });
    say('\nWatching apps and libs: save a file, and the services that run it are started again.');
  }

  /** Ends the build that is under way; the supervisor ends the services. */
  async close() {
    this.closed = true;
    this.endWatch();
    this.compiler?.kill();
    await this.round;
  }

  noteTouched(folder) {
    if (this.compiler !== undefined) this.unsure.add(folder);
  }

  begin() {
    this.wanted = true;
    this.round ??= this.untilNothingIsWanted().finally(() => (this.round = undefined));
  }

  /** A later change, or the end, is not kept waiting by a service that does not come up. */
  get superseded() {
    return this.closed || this.wanted;
  }

  async untilNothingIsWanted() {
    while (this.wanted && !this.closed) {
      this.wanted = false;
      try {
        if (await this.compiled()) await this.restartChanged();
      } catch (error) {
        say(`! ${error.message}`);
      }
    }
  }

  /** False where the sources have faults, which are shown, and then what ran runs on. */
  async compiled() {
    const { code, output } = await this.compile();
    if (this.closed || code === 0) return !this.closed;
    say(`${output.trimEnd()}\n! The sources do not build; what ran before runs on.`);
    return false;
  }

  compile() {
    // A file that came while its project was built is older than that build's record, which would pass for up to date.
    for (const folder of this.unsure) rmSync(join(dirname(folder), 'dist', '.tsbuildinfo'), { force: true });
    this.unsure.clear();
    const projects = START_ORDER.map((service) => inRoot('apps', service));
    const words = [inRoot('node_modules', 'typescript', 'bin', 'tsc'), '-b', ...projects];
    const ownMask = process.umask(this.buildMask);
    this.compiler = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    process.umask(ownMask);
    const output = [];
    for (const stream of [this.compiler.stdout, this.compiler.stderr]) stream.on('data', (chunk) => output.push(chunk));
    return new Promise((resolve) =>
      this.compiler.on('close', (code) => {
        this.compiler = undefined;
        resolve({ code, output: Buffer.concat(output).toString() });
      }),
    );
  }

  async restartChanged() {
    const startedMs = performance.now();
    const code = builtCode(START_ORDER, ROOT);
    const changes = new Map(
      START_ORDER.map((service) => [service, differences(this.running.get(service), code.get(service))]),
    );
    const changed = START_ORDER.filter((service) => changes.get(service).length > 0);
    if (changed.length === 0) return say('• built; no service runs what has changed');
    say(`• starting ${changed.join(', ')} again …`);
    for (const service of changed) if (changes.get(service).some(isOfDatabase)) await this.migrate(service);
    await Promise.all(changed.map((service) => this.supervisor.restart(service)));
    for (const service of changed) this.running.set(service, code.get(service));
    for (const service of changed) await waitForService(this.ports[service], () => this.superseded);
    if (!this.superseded) say(`  ready after ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  }

  migrate(service) {
    if (!MIGRATED.includes(service)) return undefined;
    return run(process.execPath, [entryOf(service), 'migrate'], { env: this.supervisor.environmentOf(service) });
  }
}

const sourceFolderOf = (builtFile) => builtFile.replace(/\/dist\/.*$/s, '/src');
const isOfDatabase = (builtFile) => builtFile.includes('/dist/db/');
