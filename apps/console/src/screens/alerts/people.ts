/** What the signed-in person may do here, and what people are called. */
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';

/** True while it is not known: the API has the last word. */
export function useMay(): (...anyOf: string[]) => boolean {
  const { data } = useQuery({
    queryKey: ['capabilities'],
    queryFn: () => answerOf(api.GET('/api/v1/iam/capabilities')),
  });
  return (...anyOf) => data === undefined || anyOf.some((permission) => data.permissions.includes(permission));
}

export interface People {
  me?: Schemas['Me'];
  /** Those of whom one may know: oneself, or all who are active. */
  members: readonly { id: string; name: string }[];
  nameOf: (id: string) => string;
}

export function usePeople(): People {
  const t = useT();
  const { data: rights } = useQuery({
    queryKey: ['capabilities'],
    queryFn: () => answerOf(api.GET('/api/v1/iam/capabilities')),
  });
  const { data: me } = useQuery({ queryKey: ['me'], queryFn: () => answerOf(api.GET('/api/v1/me')) });
  const { data: users } = useQuery({
    queryKey: ['users'],
    queryFn: () => answerOf(api.GET('/api/v1/users')),
    enabled: rights?.permissions.includes('org.members.read') === true,
  });
  const self = me === undefined ? [] : [{ id: me.user_id, name: me.display_name || me.email }];
  const known = users?.map(({ id, email, display_name: name }) => ({ id, name: name || email })) ?? self;
  const names = new Map([...self, ...known].map(({ id, name }) => [id, name]));
  const inactive = new Set(users?.filter(({ disabled }) => disabled).map(({ id }) => id));
  return {
    me,
    members: known.filter(({ id }) => !inactive.has(id)),
    nameOf: (id) => names.get(id) ?? t('formerMember', { id: id.slice(0, 8) }),
  };
}
