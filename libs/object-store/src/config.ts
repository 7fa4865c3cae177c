import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { optionalText, secret, variable, type ConfigOf } from '@spanwise/host/config';
import { DiskStore } from './disk-store.js';
import type { ObjectStore } from './object-store.js';
import { S3Store } from './s3-store.js';

/** Settings of the services that keep telemetry; all of them name the same store. */
export const objectStoreVariables = {
  objectStore: variable(
    'SPANWISE_OBJECT_STORE',
    z.string().refine((value) => isDisk(value) || isS3(value), {
      message: 'must be file:///folder, or s3://bucket/prefix?endpoint=https://host&region=name',
    }),
    'object store for raw telemetry: file:///folder or s3://bucket/prefix?endpoint=…&region=…',
    'file:///var/lib/spanwise/objects',
  ),
  objectStoreAccessKey: secret('SPANWISE_OBJECT_STORE_ACCESS_KEY', optionalText, 'access key id of an s3 store', ''),
  objectStoreSecretKey: secret('SPANWISE_OBJECT_STORE_SECRET_KEY', optionalText, 'secret key of an s3 store', ''),
  workDir: variable('SPANWISE_WORK_DIR', z.string(), 'folder for temporary files; default: that of the system', ''),
};

export type ObjectStoreConfig = ConfigOf<typeof objectStoreVariables>;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const isDisk = (value: string): boolean => URL.canParse(value) && /^file:\/\/\/[^?#]*$/.test(value);

function isS3(value: string): boolean {
  if (!URL.canParse(value) || !value.startsWith('s3://')) return false;
  const { hostname, searchParams } = new URL(value);
  const endpoint = searchParams.get('endpoint') ?? '';
  return BUCKET.test(hostname) && URL.canParse(endpoint) && /^https?:\/\//.test(endpoint);
}

export function createObjectStore(config: ObjectStoreConfig): ObjectStore {
  if (isDisk(config.objectStore)) return new DiskStore(join(fileURLToPath(config.objectStore)));
  const { hostname, pathname, searchParams } = new URL(config.objectStore);
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return new S3Store({
    endpoint: searchParams.get('endpoint')!,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    accessKeyId: config.objectStoreAccessKey ?? '',
    secretAccessKey: config.objectStoreSecretKey ?? '',
  });
}
