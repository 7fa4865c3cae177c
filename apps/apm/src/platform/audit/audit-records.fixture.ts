import type { Pool } from 'pg';
import type { ChangeRecord } from '@spanwise/contracts/iam/audit';
import { auditOutbox } from './audit-outbox.js';

/** Takes what waits for the audit log, in its order. */
export async function takeRecords(pool: Pool): Promise<ChangeRecord[]> {
  const taken: ChangeRecord[] = [];
  for (let before = -1; before !== taken.length;) {
    before = taken.length;
    await auditOutbox.sendWaiting(pool, async (record) => taken.push(record));
  }
  return taken;
}
