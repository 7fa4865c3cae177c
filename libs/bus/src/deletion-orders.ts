import {
  confirmDeletion,
  dueDeletions,
  type DoneDeletion,
  type DueDeletions,
} from '@spanwise/contracts/iam/organization-deletions';
import type { RpcClient } from './rpc-client.js';

/** iam's side of the deletions of organizations, as the other services call it. */
export const deletionOrders = (rpc: Pick<RpcClient, 'call'>) => ({
  due: (asked: DueDeletions) => rpc.call(dueDeletions, asked),
  confirm: (done: DoneDeletion) => rpc.call(confirmDeletion, done),
});
