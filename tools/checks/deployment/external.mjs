/** The deployment files by the tools that read them, where those are on the PATH; elsewhere a check is skipped. */
import { spawnSync } from 'node:child_process';
import { inRoot, ROOT } from '../../launcher/paths.mjs';

const OVERLAYS = ['development', 'production'];

/** @typedef {string[] | { skipped: string }} Outcome faults, or why nothing was checked */

function run([program, ...args], input) {
  return spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', input, maxBuffer: 64 * 1024 * 1024 });
}

const missing = (...words) =>
  run(words).status === 0 ? undefined : { skipped: `\`${words.join(' ')}\` does not run here` };
const render = (overlay) => run(['kubectl', 'kustomize', inRoot('k8s', 'overlays', overlay)]);

/** @returns {Outcome} */
export const kustomizeFaults = () =>
  missing('kubectl', 'version', '--client') ??
  OVERLAYS.map(render).flatMap(({ status, stderr }) => (status === 0 ? [] : [stderr]));

/** Unknown members are faults; what has no schema, or one that cannot be fetched, is none. @returns {Outcome} */
export function kubeconformFaults() {
  const absent = missing('kubectl', 'version', '--client') ?? missing('kubeconform', '-v');
  if (absent !== undefined) return absent;
  return OVERLAYS.flatMap((overlay) => {
    const words = ['kubeconform', '-strict', '-ignore-missing-schemas', '-output', 'json'];
    const { resources } = JSON.parse(run(words, render(overlay).stdout).stdout);
    const invalid = resources.filter(({ status }) => status === 'statusInvalid');
    return invalid.map(({ kind, name, msg }) => `${overlay}: ${kind} ${name}: ${msg}`);
  });
}

/** @returns {Outcome} */
export function composeConfigFaults() {
  const absent = missing('docker', 'compose', 'version');
  if (absent !== undefined) return absent;
  const secrets = run(['sh', 'deploy/secrets.sh', 'compose']).stdout;
  const { status, stderr } = run(['docker', 'compose', '--env-file', '/dev/stdin', 'config', '--quiet'], secrets);
  return status === 0 ? [] : [stderr];
}
