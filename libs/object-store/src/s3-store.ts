import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import {
  checkKey,
  checkPrefix,
  checkSmall,
  ObjectMissing,
  ObjectStoreFault,
  type ObjectStore,
} from './object-store.js';
import type { StoredObject } from './object-store.js';

export interface S3Options {
  /** Scheme, host and port of the service. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Keys of this store begin with it; empty, or with a closing slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Time limit of one request, whole transfers included. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 100;
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** Of a put that asks for an unused key. */
const TAKEN = 412;
const RETRIED = new Set([408, 409, 429, 500, 502, 503, 504]);

interface ListPage {
  ListBucketResult?: {
    Contents?: { Key: string; Size: string }[];
    IsTruncated?: string;
    NextContinuationToken?: string;
  };
}

/** Limit of objects that are written with `putNew`. */
const MAX_SMALL_BYTES = 65_536;

/** Objects of a bucket behind the S3 API (signature version 4, path style). A put is whole or not at all by the API's word. */
export class S3Store implements ObjectStore {
  private readonly client: AwsClient;
  private readonly bucketUrl: string;
  private readonly timeoutMs: number;

  constructor(private readonly options: S3Options) {
    const { accessKeyId, secretAccessKey, region } = options;
    // Attempts are counted here, where a time limit holds for each of them.
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    this.bucketUrl = `${options.endpoint.replace(/\/$/, '')}/${options.bucket}`;
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.putBytes(key, await readFile(path));
    await rm(path);
  }

  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    const digest = createHash('sha256').update(bytes).digest('hex');
    await this.request('PUT', this.urlOf(key), 'drop', {
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: { 'x-amz-content-sha256': digest, 'content-type': 'application/octet-stream' },
    });
  }

  async putNew(key: string, bytes: Uint8Array): Promise<boolean> {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const isTaken = await this.request('PUT', this.urlOf(key), async ({ status }) => status === TAKEN, {
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: {
        'x-amz-content-sha256': digest,
        'content-type': 'application/octet-stream',
        'if-none-match': '*',
      },
    });
    if (!isTaken) return true;
    // An attempt whose answer was lost may have put it.
    return (await this.readBytes(key, MAX_SMALL_BYTES))?.equals(bytes) ?? false;
  }

  async readBytes(key: string, maxBytes: number): Promise<Buffer | undefined> {
    return this.request('GET', this.urlOf(key), async (response) => {
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        checkSmall((bytes += chunk.length), maxBytes);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    });
  }

  localPath(key: string): undefined {
    checkKey(key);
  }

  async fetchTo(key: string, path: string): Promise<void> {
    const incoming = `${path}.${randomUUID()}`;
    try {
      await this.request('GET', this.urlOf(key), async (response) => {
        if (response.status === 404) throw new ObjectMissing(key);
        const body = response.body as unknown as Parameters<typeof Readable.fromWeb>[0];
        await pipeline(Readable.fromWeb(body), createWriteStream(incoming));
      });
      await rename(incoming, path);
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** A put is whole or not at all: nothing is left of one that failed. */
  async removeUnfinished(): Promise<number> {
    return 0;
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    checkPrefix(prefix);
    const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.options.prefix + prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const page = await this.request('GET', `${this.bucketUrl}?${query}`, async (response) => {
        const text = await response.text();
        if (text.length > MAX_LIST_BYTES) throw new ObjectStoreFault('the object store answers a list without end');
        return (parser.parse(text) as ListPage).ListBucketResult ?? {};
      });
      for (const { Key, Size } of page.Contents ?? []) {
        yield { key: Key.slice(this.options.prefix.length), bytes: Number(Size) };
      }
      token = page.IsTruncated === 'true' ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async delete(key: string): Promise<void> {
    await this.request('DELETE', this.urlOf(key), 'drop');
  }

  async probe(): Promise<void> {
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix: this.options.prefix });
    await this.request('GET', `${this.bucketUrl}?${query}`, 'drop');
  }

  private urlOf(key: string): string {
    checkKey(key);
    return `${this.bucketUrl}/${this.options.prefix}${key}`;
  }

  /** Asks up to four times; `use` reads the answer inside the time limit. 404, and 412 of a condition, are answers; every other fault throws. */
  private async request<T>(
    method: string,
    url: string,
    use: ((response: Response) => Promise<T>) | 'drop',
    init: RequestInit = {},
  ): Promise<T> {
    let fault = '';
    const isConditional = new Headers(init.headers).has('if-none-match');
    const answeredWith = method === 'PUT' ? isConditional && TAKEN : 404;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await sleep(FIRST_BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2));
      try {
        const signal = AbortSignal.timeout(this.timeoutMs);
        const signed = await this.client.sign(url, { ...init, method });
        const response = await fetch(signed, { signal, redirect: 'error' });
        if (response.ok || response.status === answeredWith) {
          if (use !== 'drop') return await use(response);
          await response.body?.cancel();
          return undefined as T;
        }
        await response.body?.cancel();
        fault = `the object store answered ${response.status}`;
        if (!RETRIED.has(response.status)) break;
      } catch (error) {
        if (error instanceof ObjectMissing || error instanceof ObjectStoreFault) throw error;
        fault = `the object store did not answer: ${reasonOf(error as Error)}`;
      }
    }
    throw new ObjectStoreFault(fault);
  }
}

/** Of a failed fetch the cause says what happened, and no address or header. */
function reasonOf(error: Error): string {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return code ?? error.name;
}
