import type { ObjectStore } from '@spanwise/object-store/object-store';

const LIMIT_MS = 20_000;

/** Deletes every file of an organization, whether or not a table names it; for as long as a bounded time. `note` is before each. */
export async function removeOrganizationFiles(
  store: ObjectStore,
  organizationId: string,
  { limitMs = LIMIT_MS, note }: { limitMs?: number; note?: () => Promise<unknown> } = {},
): Promise<{ files: number; isEmpty: boolean }> {
  const endsMs = performance.now() + limitMs;
  let files = 0;
  for (const prefix of [`${organizationId}/`, `search-jobs/${organizationId}/`]) {
    for await (const { key } of store.list(prefix)) {
      if (performance.now() > endsMs) return { files, isEmpty: false };
      await note?.();
      await store.delete(key);
      files++;
    }
  }
  return { files, isEmpty: true };
}
