import type { PoolClient } from 'pg';
import type { CalleeFacts } from '@spanwise/span-model/callees';

/** Keeps what `mergeCallee` keeps: the newest, then the later one in the alphabet of bytes. */
export async function writeCallees(client: PoolClient, organizationId: string, callees: CalleeFacts[]): Promise<void> {
  if (callees.length === 0) return;
  const column = <Member extends keyof CalleeFacts>(member: Member) => callees.map((one) => one[member]);
  await client.query(
    `insert into callees as known (organization_id, namespace, service, environment, category, target,
                                   callee_namespace, callee, last_seen_micros)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
     on conflict (organization_id, service, target, namespace, environment, category) do update set
       callee_namespace = excluded.callee_namespace, callee = excluded.callee, last_seen_micros = excluded.last_seen_micros
     where (excluded.last_seen_micros, excluded.callee_namespace collate "C", excluded.callee collate "C")
         > (known.last_seen_micros, known.callee_namespace collate "C", known.callee collate "C")`,
    [
      organizationId,
      column('namespace'),
      column('service'),
      column('environment'),
      column('category'),
      column('target'),
      column('calleeNamespace'),
      column('callee'),
      column('lastSeenMicros'),
    ],
  );
}
