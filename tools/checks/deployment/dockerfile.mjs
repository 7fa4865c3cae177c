/** A Dockerfile as stages of instructions, and what can be said about them without running one. */

/**
 * @typedef {{ name: string, from: string, steps: { instruction: string, text: string }[] }} Stage
 * @param {string} text @returns {Stage[]}
 */
export function dockerfileStages(text) {
  const stages = [];
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  for (const line of lines.map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, instruction, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === undefined) throw new Error(`Dockerfile: cannot read the line ${line}`);
    if (instruction === 'FROM') {
      const [, from, name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      stages.push({ name, from, steps: [] });
    } else stages.at(-1)?.steps.push({ instruction, text: rest });
  }
  return stages;
}

/** @returns {{ from: string | undefined, sources: string[], target: string }} */
export function copyOf(text) {
  const words = text.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  return {
    from: flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length),
    sources: paths.slice(0, -1),
    target: paths.at(-1),
  };
}

/** What the last stage sets; arguments stand for their defaults. @returns {Record<string, string>} */
export function imageEnvironment(stages) {
  const environment = {};
  const values = {};
  for (const { instruction, text } of stages.at(-1).steps) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
    const resolved = value?.replaceAll(/\$\{(\w+)\}/g, (_, argument) => values[argument] ?? '');
    if (instruction === 'ARG') values[name] = resolved;
    if (instruction === 'ENV') environment[name] = resolved;
  }
  return environment;
}

/**
 * @param {Stage[]} stages
 * @param {(path: string) => boolean} inContext whether the build context has a file or folder of that name
 * @param {number[]} ports that the services listen on
 */
export function dockerfileFaults(stages, inContext, ports) {
  const faults = [];
  stages.forEach((stage, index) => {
    const earlier = stages.slice(0, index).map(({ name }) => name);
    if (!earlier.includes(stage.from) && !/^\$\{\w+\}$/.test(stage.from))
      faults.push(`FROM ${stage.from}: a release cannot name it by digest`);
    for (const { instruction, text } of stage.steps) {
      if (instruction !== 'COPY') continue;
      const { from, sources } = copyOf(text);
      if (from !== undefined && !earlier.includes(from))
        faults.push(`COPY ${text}: there is no stage ${from} before it`);
      if (from !== undefined) continue;
      for (const source of sources)
        if (!inContext(source)) faults.push(`COPY ${text}: ${source} is not in the build context`);
    }
  });
  const last = (instruction) => stages.at(-1).steps.findLast((step) => step.instruction === instruction)?.text;
  if (!/^[1-9]\d*:[1-9]\d*$/.test(last('USER') ?? ''))
    faults.push('the image does not run as a numeric user of its own');
  const exposed = (last('EXPOSE') ?? '').split(/\s+/).map(Number);
  for (const port of ports) if (!exposed.includes(port)) faults.push(`the image does not expose ${port}`);
  if (stages.at(-1).steps.some(({ instruction }) => instruction === 'RUN'))
    faults.push('the last stage runs something: it must only copy');
  return faults.map((fault) => `Dockerfile: ${fault}`);
}
