import type { ChangeRecord } from '@spanwise/contracts/iam-audit';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { currentScope } from '@spanwise/host/request-scope';

type Change = Pick<ChangeRecord, 'action' | 'target_kind' | 'target_id' | 'payload'>;

/** What the organization's audit log keeps of a change that the caller has made. */
export function changeRecord(context: IamContext, change: Change): ChangeRecord {
  const scope = currentScope();
  const isShare = context.subject_type === 'share';
  return {
    id: uuidv7(),
    organization_id: context.organization_id,
    actor_kind: context.subject_type === 'share' ? 'anonymous' : context.subject_type,
    actor_id: context.subject,
    ...(!isShare && { credential_id: context.credential_id }),
    ...change,
    ...(scope?.client !== undefined && { ip: scope.client.address }),
    ...(scope?.client?.userAgent !== undefined && { user_agent: scope.client.userAgent }),
    ...(scope !== undefined && { request_id: scope.requestId }),
  };
}
