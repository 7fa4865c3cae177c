import { NatsError } from 'nats';
import type { SubsystemReason } from '@spanwise/contracts/base/heartbeat';
import { ObjectStoreFault } from '@spanwise/object-store/object-store';
import { isPassingFault } from '@spanwise/postgres/availability';
import { StoreOfAnother } from './store-ownership.js';

const OF_FILES: Record<string, SubsystemReason> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  EROFS: 'disk read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'folder missing',
  ENOTDIR: 'folder missing',
  EEXIST: 'folder missing',
};
/** The engine repeats the system's error as text alone. */
const OF_ENGINE: readonly [RegExp, SubsystemReason][] = [
  [/no space left|disk quota exceeded|offload/i, 'disk full'],
  [/read-only file system/i, 'disk read-only'],
  [/permission denied|operation not permitted/i, 'permission denied'],
  [/no such file or directory|not a directory|no files found/i, 'folder missing'],
];

/** Why nothing is stored, in a word that every client may see; the log has the rest. */
export function reasonOf(error: unknown): SubsystemReason {
  if (error instanceof ObjectStoreFault) return 'store does not answer';
  if (error instanceof StoreOfAnother) return 'store of another installation';
  if (error instanceof NatsError) return 'log does not answer';
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const ofFiles = typeof syscall === 'string' && typeof code === 'string' ? OF_FILES[code] : undefined;
  if (ofFiles !== undefined) return ofFiles;
  if (isPassingFault(error)) return 'database does not answer';
  const words = error instanceof Error ? error.message : '';
  return OF_ENGINE.find(([pattern]) => pattern.test(words))?.[1] ?? 'internal fault';
}
