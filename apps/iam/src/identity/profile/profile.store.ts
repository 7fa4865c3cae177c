import type { PoolClient } from 'pg';
import { Preferences } from '@spanwise/contracts/iam/profile';

export interface ProfileRow {
  email: string;
  display_name: string;
  avatar_url: string | null;
  bio: string;
  created_at: Date;
  org_name: string;
  org_slug: string;
}

/** What is null stays as it is; an empty `avatarUrl` takes the picture away. */
export async function changeProfile(
  client: PoolClient,
  userId: string,
  displayName: string | null,
  bio: string | null,
  avatarUrl: string | null,
): Promise<void> {
  await client.query(
    `update users set display_name = coalesce($2, display_name), bio = coalesce($3, bio),
                      avatar_url = case when $4::text is null then avatar_url else nullif($4, '') end
      where id = $1`,
    [userId, displayName, bio, avatarUrl],
  );
}

export interface StoredPreferences {
  preferences: Preferences | null;
}

export async function readPreferences(
  client: PoolClient,
  userId: string,
  organizationId: string,
): Promise<StoredPreferences | undefined> {
  const { rows } = await client.query<StoredPreferences>(
    `select coalesce(u.preferences, o.preferences) as preferences from users u, organizations o
      where u.id = $1 and o.id = $2`,
    [userId, organizationId],
  );
  return rows[0];
}

export interface AvatarFileRow {
  file: string;
}

export async function readAvatarFiles(client: PoolClient, userId: string): Promise<AvatarFileRow[]> {
  const { rows } = await client.query<AvatarFileRow>('select file from avatars where user_id = $1', [userId]);
  return rows;
}

export async function removeAvatars(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from avatars where user_id = $1', [userId]);
}

export async function findProfile(
  client: PoolClient,
  userId: string,
  organizationId: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await client.query<ProfileRow>(
    `select u.email, u.display_name, u.avatar_url, u.bio, u.created_at, o.name as org_name, o.slug as org_slug
       from users u, organizations o where u.id = $1 and o.id = $2`,
    [userId, organizationId],
  );
  return rows[0];
}

export async function readWorkspacePreferences(
  client: PoolClient,
  organizationId: string,
): Promise<StoredPreferences | undefined> {
  const { rows } = await client.query<StoredPreferences>('select preferences from organizations where id = $1', [
    organizationId,
  ]);
  return rows[0];
}

export async function writePreferences(client: PoolClient, userId: string, preferences: string): Promise<void> {
  await client.query('update users set preferences = $2 where id = $1', [userId, preferences]);
}

export async function writeWorkspacePreferences(
  client: PoolClient,
  organizationId: string,
  preferences: string,
): Promise<void> {
  await client.query('update organizations set preferences = $2 where id = $1', [organizationId, preferences]);
}
