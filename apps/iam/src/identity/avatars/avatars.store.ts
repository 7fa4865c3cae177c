import type { PoolClient } from 'pg';

export async function replaceAvatar(client: PoolClient, userId: string, file: string, image: Buffer): Promise<void> {
  await client.query(
    `insert into avatars (user_id, file, image) values ($1, $2, $3)
     on conflict (user_id) do update set file = $2, image = $3, created_at = now()`,
    [userId, file, image],
  );
}

export async function nameAvatar(client: PoolClient, userId: string, path: string): Promise<void> {
  await client.query('update users set avatar_url = $2 where id = $1', [userId, path]);
}

export async function findAvatar(
  client: PoolClient,
  userId: string,
  file: string,
): Promise<{ image: Buffer } | undefined> {
  const { rows } = await client.query<{ image: Buffer }>('select image from avatars where user_id = $1 and file = $2', [
    userId,
    file,
  ]);
  return rows[0];
}
