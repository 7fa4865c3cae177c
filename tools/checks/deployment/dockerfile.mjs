/** What the Dockerfile says of the image: its environment, ports and user. */

/** @param {string} text @returns {{ environment: Record<string, string>, ports: number[], user?: string, bases: string[] }} */
export function imageOf(text) {
  const instructions = [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name, rest]) => ({ name, rest }));
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const of = (instruction) => last.filter(({ name }) => name === instruction).map(({ rest }) => rest);
  const pairs = (lines) => Object.fromEntries(lines.map((line) => /^(\w+)=(.*)$/.exec(line).slice(1)));
  const defaults = pairs(of('ARG'));
  const resolved = of('ENV').map((line) => line.replaceAll(/\$\{(\w+)\}/g, (_, name) => defaults[name]));
  return {
    environment: pairs(resolved),
    ports: of('EXPOSE').flatMap((line) => line.split(' ').map(Number)),
    user: of('USER').at(-1),
    bases: instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0]),
  };
}

/** @param {ReturnType<typeof imageOf>} image @param {number[]} ports that the services listen on @returns {string[]} */
export function dockerfileFaults({ ports: exposed, user = '', bases }, ports) {
  const faults = ports.filter((port) => !exposed.includes(port)).map((port) => `the image does not expose ${port}`);
  if (!/^[1-9]\d*:[1-9]\d*$/.test(user)) faults.push('the image does not run as a numeric user of its own');
  for (const base of bases) if (/[:@/]/.test(base)) faults.push(`FROM ${base}: a release cannot name it by digest`);
  return faults.map((fault) => `Dockerfile: ${fault}`);
}
