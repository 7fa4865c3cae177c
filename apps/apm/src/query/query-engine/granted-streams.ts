import type { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { grantedOwners, useGrant } from '@spanwise/contracts/iam/held-resources';
import { runQuery } from '@spanwise/contracts/telemetry/query';
import type { GrantedStreams } from './stream-scope.js';

/** What iam says at the moment of each question; undefined for callers who hold nothing of other organizations. */
export function grantedStreams(rpc: RpcClient, context: IamContext): GrantedStreams | undefined {
  if (context.subject_type !== 'user' || context.scope !== 'organization') return undefined;
  const { subject, credential_id, organization_id } = context;
  const asked = { caller: { subject, credential_id, organization_id }, operation: runQuery.subject };
  return {
    owners: async (slugs) => new Map(Object.entries(await rpc.call(grantedOwners, { ...asked, slugs: [...slugs] }))),
    use: async (organizationId, streamId) => {
      try {
        await rpc.call(useGrant, { ...asked, organization_id: organizationId, resource_id: streamId });
        return true;
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'not_found') return false;
        throw error;
      }
    },
  };
}
