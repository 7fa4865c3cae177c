import { createRequire } from 'node:module';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { ForkedWorker } from '../../edge/forked-worker.js';
import { ENCODE_TIMEOUT_MS } from './avatar-limits.js';

const PROGRAM = createRequire(import.meta.url).resolve('@spanwise/gateway/iam/avatars/encode-avatar');

interface Encoded {
  image: Uint8Array | undefined;
}

/** Decodes pictures in a process apart. */
export class AvatarEncoder {
  private readonly worker: ForkedWorker<Buffer, Encoded>;

  constructor(timeoutMs = ENCODE_TIMEOUT_MS) {
    const limits = { timeoutMs, heapMib: 64, waiting: 16, tasksOfAProcess: 50, idleMs: 10_000 };
    this.worker = new ForkedWorker(PROGRAM, limits);
  }

  /** The picture as WebP of the one size. Throws `invalid_argument` for whatever cannot be made one. */
  async encode(image: Buffer): Promise<Buffer> {
    const encoded = (await this.worker.run(image))?.image;
    if (encoded === undefined)
      throw invalidArgument('The picture cannot be read: it must be a PNG, JPEG, WebP or GIF.');
    return Buffer.from(encoded);
  }

  stop(): void {
    this.worker.stop();
  }
}
