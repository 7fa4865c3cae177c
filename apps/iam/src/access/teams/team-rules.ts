/** Who may see teams, and what changes who is in one. Pure. */
import { forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { TeamContent, TeamView } from '@spanwise/contracts/iam/teams';

export const haveSameMembers = (team: TeamView, { member_ids: ids }: TeamContent): boolean =>
  team.member_ids.toSorted().join() === ids.toSorted().join();

/** A token may lie in the configuration of every process that sends telemetry. */
export function requireMember(context: IamContext): void {
  if (context.subject_type === 'user' || context.permissions.includes('org.members.read')) return;
  throw forbidden('The permission org.members.read is missing.');
}
