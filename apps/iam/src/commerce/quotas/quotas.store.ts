/** Quotas of an organization and their use. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { conflict } from '@spanwise/contracts/base/errors';
import type { QuotaView } from '@spanwise/contracts/iam/quotas';
import { QUOTA_KEYS, QUOTAS, type Quota, type SetQuotas } from '@spanwise/contracts/authz/quotas';

/** What is counted, with the word for it. */
const COUNTED = {
  members: { rows: 'memberships where organization_id = $1', word: 'members' },
  api_tokens: { rows: 'api_tokens where organization_id = $1 and revoked_at is null', word: 'API tokens' },
} as const;

/** Throws 409 when there can be no more. The organization is locked until the commit, so that two cannot both be the last. */
export async function requireRoom(
  client: PoolClient,
  organizationId: string,
  key: keyof typeof COUNTED,
): Promise<void> {
  const { rows } = await client.query<{ quotas: SetQuotas }>(
    'select quotas from organizations where id = $1 for no key update',
    [organizationId],
  );
  const limit = rows[0]?.quotas[key] ?? QUOTAS[key].default;
  if ((await countOf(client, organizationId, key)) >= limit) {
    throw conflict(`This organization can have ${limit} ${COUNTED[key].word}.`);
  }
}

export async function readQuotas(client: PoolClient, organizationId: string): Promise<QuotaView[]> {
  const { rows } = await client.query<{ quotas: SetQuotas }>('select quotas from organizations where id = $1', [
    organizationId,
  ]);
  const set = rows[0]?.quotas ?? {};
  const views: QuotaView[] = [];
  for (const key of QUOTA_KEYS) {
    const quota: Quota = QUOTAS[key];
    const limit = set[key] ?? quota.default;
    views.push({
      key,
      ...(limit !== undefined && { limit }),
      set: set[key] !== undefined,
      ...(isCounted(key) && { used: await countOf(client, organizationId, key) }),
    });
  }
  return views;
}

const isCounted = (key: string): key is keyof typeof COUNTED => Object.hasOwn(COUNTED, key);

async function countOf(client: PoolClient, organizationId: string, key: keyof typeof COUNTED): Promise<number> {
  const { rows } = await client.query<{ used: string }>(`select count(*) as used from ${COUNTED[key].rows}`, [
    organizationId,
  ]);
  return Number(rows[0]!.used);
}

export async function writeQuotas(client: PoolClient, organizationId: string, quotas: string): Promise<void> {
  await client.query('update organizations set quotas = $2 where id = $1', [organizationId, quotas]);
}
