import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Things that every checkout of this user can share, such as a fetched server. */
export const USER_CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'spanwise');

export const inRoot = (...parts) => join(ROOT, ...parts);

/** Where runs of tests beside each other find what they share, while `TMPDIR` is the folder of one of them. */
export const SHARED_TMP = 'SPANWISE_SHARED_TMP';
export const sharedTmp = () => process.env[SHARED_TMP] ?? tmpdir();
