/**
 * What grants something: operations that answer with a secret, or whose body names a role or a user who gets one. They are
 * found in the API description, so that a new one fails here until it is said what ends with its grantor.
 */

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

type Content = Record<string, { schema?: Schema }>;

export interface GivingDescription {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }>
  >;
  components: { schemas: Record<string, Schema> };
}

const SECRET = /(^|_)(token|secret|session)$|^url$|^download_url$/;
const GIVEN = /^(role_ids?|role_key|permissions|principal_id|grantee_id|subject_id|member_ids|password)$/;

/**
 * What is tried of each: `child`, with an API token that is then revoked; `session`, an API token is refused; `person`,
 * what it gives to a person stays with them as an act of the grantor, and Owner is never among it; `public`, by those
 * who have no credential yet; `nothing`, only the words are like those of a gift.
 */
export type Giving = 'child' | 'session' | 'person' | 'public' | 'nothing';

export const GRANTORS: Readonly<Record<string, Giving>> = {
  'POST /api/v1/auth/tokens': 'child',
  'POST /api/v1/connectors': 'child',
  'POST /api/v1/connectors/{id}/rotate': 'child',
  'POST /api/v1/invitations': 'child',
  'POST /api/v1/query/jobs/{id}/download': 'child',
  'GET /api/v1/auth/tokens/default': 'session',
  'POST /api/v1/me/password': 'session',
  'POST /api/v1/orgs/{id}/select': 'session',
  'POST /api/v1/resource_shares': 'session',
  'POST /api/v1/resource_shares/{id}/rotate': 'session',
  'POST /api/v1/resource_shares/open': 'session',
  'POST /api/v1/users': 'person',
  'POST /api/v1/orgs/{id}/members': 'person',
  'POST /api/v1/iam/role-bindings': 'person',
  'POST /api/v1/iam/relationships': 'person',
  'POST /api/v1/iam/cross-org-grants': 'person',
  'POST /api/v1/roles': 'person',
  'PATCH /api/v1/roles/{id}': 'person',
  'POST /api/v1/teams': 'person',
  'PUT /api/v1/teams/{id}': 'person',
  'POST /api/v1/auth/signin': 'public',
  'POST /api/v1/auth/session': 'public',
  'POST /api/v1/auth/signup': 'public',
  'POST /api/v1/auth/verify-email': 'public',
  'POST /api/v1/auth/reset-password': 'public',
  'POST /api/v1/invitations/accept': 'public',
  'POST /api/v1/public/share/exchange': 'public',
  'POST /api/v1/public/share/unlock': 'public',
  // A link to a build and the names of fields: no secrets.
  'POST /api/v1/apm/deployments': 'nothing',
  'GET /api/v1/apm/deployments': 'nothing',
  'GET /api/v1/notify/template-fields': 'nothing',
};

/** Operations that give something, as the description has them. */
export function givingOperations({ paths, components }: GivingDescription): string[] {
  const namesOf = (schema: Schema | undefined, seen: readonly string[] = []): string[] => {
    if (schema === undefined) return [];
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return seen.includes(name) ? [] : namesOf(components.schemas[name], [...seen, name]);
    const own = Object.entries(schema.properties ?? {});
    const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    return [
      ...own.flatMap(([member, part]) => [member, ...namesOf(part, seen)]),
      ...parts.flatMap((part) => namesOf(part, seen)),
    ];
  };
  const inContent = (content: Content = {}): string[] =>
    Object.values(content).flatMap(({ schema }) => namesOf(schema));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { requestBody, responses }]) => {
        const answers = Object.entries(responses).filter(([status]) => Number(status) < 300);
        const answered = answers.flatMap(([, { content }]) => inContent(content)).some((name) => SECRET.test(name));
        return answered || (method !== 'get' && inContent(requestBody?.content).some((name) => GIVEN.test(name)));
      })
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}
