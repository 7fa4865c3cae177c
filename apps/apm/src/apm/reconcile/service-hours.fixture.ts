import type { DuckDBConnection } from '@duckdb/node-api';
import { identityOf } from '@spanwise/span-model/identity';
import { recountStatement } from './recount-statement.js';

const REST = { environment: '', version: '', instance: '', language: '', sdkName: '', sdkVersion: '' };

/** What the statement counts in one file, by hour and service. */
export async function statementCounts(
  duck: DuckDBConnection,
  path: string,
): Promise<Map<string, { requests: number; errors: number }>> {
  await duck.run('create schema if not exists traces');
  await duck.run(`create or replace view traces."default" as select * from read_parquet('${path}')`);
  const rows = (await duck.runAndReadAll(recountStatement('default'))).getRowObjects();
  const counts = new Map<string, { requests: number; errors: number }>();
  for (const { hour, namespace, service, requests, errors } of rows) {
    const identity = identityOf({ ...REST, namespace: String(namespace), service: String(service) });
    const key = `${hour} ${identity.namespace} ${identity.service}`;
    const known = counts.get(key) ?? { requests: 0, errors: 0 };
    counts.set(key, { requests: known.requests + Number(requests), errors: known.errors + Number(errors) });
  }
  return new Map([...counts].sort());
}
