/**
 * Where whole files are kept for long: the disk of this machine, or a service that speaks S3. An object is written once
 * and never changed; writers choose unused keys. The marks of the store (`store-marks.ts`) alone are replaced.
 */
export interface ObjectStore {
  /** Moves a file of this machine into the store: it is there whole and durable when the promise resolves, or not at all. */
  putFile(key: string, path: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Puts the object where no other has its key; false where one has. Of two that put at once one alone gets true. */
  putNew(key: string, bytes: Uint8Array): Promise<boolean>;
  /** A small object whole; undefined where there is none. Throws for one that is larger. */
  readBytes(key: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Path of the object where the store is this machine's disk; undefined where it has to be fetched. Does not look. */
  localPath(key: string): string | undefined;
  /** Writes the object to a file of this machine. Throws `ObjectMissing`. */
  fetchTo(key: string, path: string): Promise<void>;
  /** Objects whose keys begin with `prefix`, in no promised order. What is put or deleted meanwhile may be missed. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes what writers that died have left of objects that never came to be; returns how many. */
  removeUnfinished(olderThanMs: number): Promise<number>;
  /** An object that is not there is deleted already. */
  delete(key: string): Promise<void>;
  /** Throws when the store cannot be written to. */
  probe(): Promise<void>;
}

export interface StoredObject {
  key: string;
  bytes: number;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super('the object store has no such object');
  }
}

/** The store did not answer, or refused: what was asked for may be asked again. */
export class ObjectStoreFault extends Error {}

const KEY = /^[A-Za-z0-9_.=-]{1,255}(\/[A-Za-z0-9_.=-]{1,255}){0,15}$/;
const MAX_KEY_CHARACTERS = 1_000;

/** Throws for a key that could leave the store or that one of the stores cannot keep. */
export function checkKey(key: string): void {
  const steps = key.split('/').some((part) => part === '.' || part === '..');
  if (key.length > MAX_KEY_CHARACTERS || !KEY.test(key) || steps) throw new Error('the key of an object is malformed');
}

/** A prefix is a key, or a folder of keys with its closing slash, or empty for all. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.replace(/\/$/, ''));
}

export function checkSmall(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new ObjectStoreFault('an object of the store is larger than it may be');
}
