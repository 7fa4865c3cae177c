import type { PoolClient } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import { Database } from '@spanwise/postgres/database';
import type { IamVariables } from '../../config.js';
import { dataSource } from '../../db/data-source.js';
import { findHead, readChain, readChained, readPersonal } from './audit.store.js';
import { ChainCheck } from './chain.js';
import { membersFit } from './personal-members.js';

const BATCH = 1_000;

export interface ChainStatus {
  organization: string;
  records: number;
  /** Personal members that were erased, which breaks no chain. */
  erased: number;
  /** What is wrong; undefined when the chain holds. */
  fault?: string;
}

/** Walks the audit chain of every organization, of deleted ones too. */
export async function verifyAudit(source: Database): Promise<ChainStatus[]> {
  const rows = await readChained(source.pool);
  const verdicts: ChainStatus[] = [];
  for (const { id, slug } of rows) {
    const options = { organizationId: id, readOnly: true, snapshot: true };
    verdicts.push(await inTransaction(source.pool, options, (client) => verify(client, id, slug)));
  }
  return verdicts;
}

async function verify(client: PoolClient, organizationId: string, organization: string): Promise<ChainStatus> {
  const check = new ChainCheck();
  let erased = 0;
  const verdict = (fault?: string): ChainStatus => ({
    organization,
    records: check.length,
    erased,
    ...(fault && { fault }),
  });
  for (let after = 0; ;) {
    const rows = await readChain(client, organizationId, after, BATCH);
    const ids = rows.map(({ id }) => id);
    const personal = await readPersonal(client, organizationId, ids);
    for (const { hash, ...record } of rows) {
      const fault = check.next({ record, hash });
      if (fault !== undefined) return verdict(fault);
      const members = membersFit(record, personal.get(record.id) ?? []);
      if (!members.fit) return verdict(`a personal member of record ${record.seq} was changed`);
      erased += members.erased;
      after = record.seq;
    }
    if (rows.length < BATCH) break;
  }
  return verdict(check.end(await findHead(client, organizationId)));
}

export async function verifyAuditCommand(config: IamVariables): Promise<void> {
  const source = await Database.open(dataSource(config.databaseUrl));
  const verdicts = await verifyAudit(source);
  await source.close();
  for (const { organization, records, erased, fault } of verdicts) {
    const gone = erased === 0 ? '' : `, ${erased} personal members erased`;
    process.stdout.write(`${organization}: ${records} records, ${fault ?? 'the chain holds'}${gone}\n`);
  }
  if (verdicts.some((verdict) => verdict.fault !== undefined)) throw new Error('an audit log was tampered with');
}
