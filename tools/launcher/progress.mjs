/** Something that the user can do something about: the message says what. */
export class Failure extends Error {}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Shows a step while it runs, and how long it took when that was noticeable. */
export async function step(name, work) {
  const started = performance.now();
  say(`• ${name} …`);
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  if (seconds >= 1) say(`  done in ${seconds.toFixed(1)} s`);
  return result;
}
