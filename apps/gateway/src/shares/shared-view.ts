/** The one query of a share: what was frozen, and of the viewer's wishes only how much of a list. */
import type { Bus } from '@spanwise/bus/bus';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import {
  apmDependencies,
  apmErrors,
  ApmQuery,
  apmOverview,
  apmServices,
  apmTransactions,
} from '@spanwise/contracts/apm/apm';
import {
  apmErrorDetail,
  apmServiceDetail,
  apmTransactionDetail,
  TransactionQuery,
} from '@spanwise/contracts/apm/details';
import { ServiceError, unauthorized } from '@spanwise/contracts/base/errors';
import {
  isSharedRecords,
  type OpenedShare,
  type SharedQuery,
  type SharedRecords,
  type SharedResource,
} from '@spanwise/contracts/iam/shares';
import type { SharedView } from '@spanwise/contracts/iam/shared-view';
import { parse } from '@spanwise/contracts/authz/parse';
import { readSharedRecords } from './shared-records.js';

type ApmView = Exclude<SharedResource, SharedRecords>;
type UnlockedShare = OpenedShare & Required<Pick<OpenedShare, 'resource_type' | 'range' | 'signed'>>;

/** The answer as JSON text. What is shared and has gone since is the one refusal of every share that has ended. */
export async function readSharedView(
  bus: Pick<Bus, 'rpc' | 'streams'>,
  share: OpenedShare,
  wish: SharedQuery,
  leaving: AbortSignal,
): Promise<string> {
  if (!isUnlocked(share)) throw unauthorized('The password of the share is needed first.');
  const { resource_type: type, resource_id: id } = share;
  const named = { resource_type: type, ...(id !== undefined && { resource_id: id }) };
  try {
    const data = isSharedRecords(type)
      ? await readSharedRecords(bus, { ...share, resource_type: type }, wish, leaving)
      : JSON.stringify(await readApmView(bus.rpc, { ...share, resource_type: type }, wish));
    return `${JSON.stringify(named).slice(0, -1)},"data":${data}}`;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not_found') throw unauthorized();
    throw error;
  }
}

const isUnlocked = (share: OpenedShare): share is UnlockedShare =>
  share.resource_type !== undefined && share.signed !== undefined && share.range !== undefined;

function readApmView(
  rpc: RpcClient,
  share: UnlockedShare & { resource_type: ApmView },
  wish: SharedQuery,
): Promise<SharedView['data']> {
  const { resource_type: type, resource_id: id, constraints, range, signed } = share;
  const { from_micros: _from, to_micros: _to, last_secs: _last, kind, ...filters } = constraints ?? {};
  const frozen = { ...filters, from: range.from, to: range.to };
  const list = () => parse(ApmQuery, { ...frozen, ...wish });
  const detail = () => parse(ApmQuery, frozen);
  const name = id ?? '';
  switch (type) {
    case 'apm_overview':
      return rpc.call(apmOverview, detail(), signed);
    case 'apm_services':
      return rpc.call(apmServices, list(), signed);
    case 'apm_transactions':
      return rpc.call(apmTransactions, list(), signed);
    case 'apm_dependencies':
      return rpc.call(apmDependencies, list(), signed);
    case 'apm_errors':
      return rpc.call(apmErrors, list(), signed);
    case 'apm_service':
      return rpc.call(apmServiceDetail, { ...detail(), service: name }, signed);
    case 'apm_transaction': {
      const query = parse(TransactionQuery, { ...frozen, ...(kind !== undefined && { kind }) });
      return rpc.call(apmTransactionDetail, { ...query, transaction: name }, signed);
    }
    case 'apm_error':
      return rpc.call(apmErrorDetail, { ...detail(), fingerprint: name }, signed);
  }
}
