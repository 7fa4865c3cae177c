// Outlives the runner of a run of tests (test-run.mjs): ends what a killed one has left.
import { endRun } from './test-run.mjs';

const folder = process.argv[2];
let heard = '';
process.stdin.setEncoding('utf8').on('data', (text) => (heard += text));
process.stdin.on('end', () => {
  if (heard !== 'done') void endRun(folder);
});
