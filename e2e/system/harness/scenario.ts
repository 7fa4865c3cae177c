/** What `npm run test:system -- NAME [--full] [FLAGS]` says to the specs of a scenario. */
import { parseArgs } from 'node:util';

/**
 * The flags beside `--full`, which asks for the campaign: `values` are followed by a text, `switches` are not. A flag that is
 * in neither fails the file.
 */
export function scenarioFlags<Value extends string = never, Switch extends string = never>(
  values: readonly Value[] = [],
  switches: readonly Switch[] = [],
): Partial<Record<Value, string>> & Partial<Record<Switch | 'full', boolean>> {
  const options = Object.fromEntries([
    ...values.map((name) => [name, { type: 'string' }] as const),
    ...['full', ...switches].map((name) => [name, { type: 'boolean' }] as const),
  ]);
  const args = JSON.parse(process.env.SPANWISE_SCENARIO_FLAGS ?? '[]') as string[];
  return parseArgs({ args, options }).values as ReturnType<typeof scenarioFlags<Value, Switch>>;
}
