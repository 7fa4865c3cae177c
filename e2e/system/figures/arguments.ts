import { parseArgs } from 'node:util';

export interface ProveArguments {
  folder?: string;
  small: boolean;
  /** An instance that runs already; otherwise the proof starts its own. */
  access?: { baseUrl: string; intakeToken: string; readToken: string };
}

export const USAGE = `prove [folder] [--small] [--base-url URL --token-intake TOKEN --token-read TOKEN]

Sends sets of traces in four ways and compares the product's figures with the answers.
  folder    sets with answers; without it, sets of the project's own generator
  --small   one small generated set, and the small recorded one where ../shared/data is there;
            with a folder: only its sets with "small" in their name`;

/** Throws a sentence about what is wrong. */
export function proveArguments(argv: string[]): ProveArguments {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      small: { type: 'boolean', default: false },
      'base-url': { type: 'string' },
      'token-intake': { type: 'string' },
      'token-read': { type: 'string' },
    },
  });
  if (positionals.length > 1) throw new Error(`One folder at most, not ${positionals.length}.`);
  const [baseUrl, intakeToken, readToken] = [values['base-url'], values['token-intake'], values['token-read']];
  const result: ProveArguments = { folder: positionals[0], small: values.small };
  if (baseUrl && intakeToken && readToken) result.access = { baseUrl, intakeToken, readToken };
  else if (baseUrl ?? intakeToken ?? readToken)
    throw new Error('--base-url, --token-intake and --token-read belong together.');
  return result;
}
