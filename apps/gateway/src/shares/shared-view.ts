/** The one query of a share: what was frozen, and of the viewer's wishes only how much of a list. */
import type { RpcClient } from '@spanwise/bus/rpc-client';
import {
  apmDependencies,
  apmErrors,
  ApmQuery,
  apmOverview,
  apmServices,
  apmTransactions,
} from '@spanwise/contracts/apm';
import {
  apmErrorDetail,
  apmServiceDetail,
  apmTransactionDetail,
  TransactionQuery,
} from '@spanwise/contracts/apm-details';
import { unauthorized } from '@spanwise/contracts/errors';
import type { OpenedShare, SharedQuery } from '@spanwise/contracts/iam-shares';
import type { SharedView } from '@spanwise/contracts/shared-view';
import { parse } from '@spanwise/contracts/parse';

export async function readSharedView(rpc: RpcClient, share: OpenedShare, wish: SharedQuery): Promise<SharedView> {
  const { resource_type: type, resource_id: id, constraints, range, signed } = share;
  if (type === undefined || signed === undefined || range === undefined) {
    throw unauthorized('The password of the share is needed first.');
  }
  const { from_micros: _from, to_micros: _to, last_secs: _last, kind, ...filters } = constraints ?? {};
  const frozen = { ...filters, from: range.from, to: range.to };
  const list = () => parse(ApmQuery, { ...frozen, ...wish });
  const detail = () => parse(ApmQuery, frozen);
  const name = id ?? '';
  const answer = (data: SharedView['data']): SharedView => ({
    resource_type: type,
    ...(id !== undefined && { resource_id: id }),
    data,
  });
  switch (type) {
    case 'apm_overview':
      return answer(await rpc.call(apmOverview, detail(), signed));
    case 'apm_services':
      return answer(await rpc.call(apmServices, list(), signed));
    case 'apm_transactions':
      return answer(await rpc.call(apmTransactions, list(), signed));
    case 'apm_dependencies':
      return answer(await rpc.call(apmDependencies, list(), signed));
    case 'apm_errors':
      return answer(await rpc.call(apmErrors, list(), signed));
    case 'apm_service':
      return answer(await rpc.call(apmServiceDetail, { ...detail(), service: name }, signed));
    case 'apm_transaction': {
      const query = parse(TransactionQuery, { ...frozen, ...(kind !== undefined && { kind }) });
      return answer(await rpc.call(apmTransactionDetail, { ...query, transaction: name }, signed));
    }
    case 'apm_error':
      return answer(await rpc.call(apmErrorDetail, { ...detail(), fingerprint: name }, signed));
  }
}
