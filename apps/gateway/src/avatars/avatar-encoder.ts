import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { invalidArgument, tooManyRequests } from '@spanwise/contracts/errors';
import { ENCODE_TIMEOUT_MS } from './avatar-limits.js';

const PROGRAM = createRequire(import.meta.url).resolve('@spanwise/gateway/avatars/encode-avatar');
const MAX_WAITING = 16;
const HEAP_MIB = 64;
/** Whatever a decoder loses of memory goes with its process. */
const PICTURES_OF_A_PROCESS = 50;
const IDLE_MS = 10_000;

interface Encoded {
  image: Uint8Array | undefined;
}

/** Decodes pictures in a process apart, one at a time, each within a time and without this process's secrets. */
export class AvatarEncoder {
  private child: ChildProcess | undefined;
  private left = 0;
  private waiting = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly timeoutMs = ENCODE_TIMEOUT_MS) {}

  /** The picture as WebP of the one size. Throws `invalid_argument` for whatever cannot be made one. */
  async encode(image: Buffer): Promise<Buffer> {
    if (this.waiting >= MAX_WAITING) throw tooManyRequests('Too many pictures at once; try again.', 2);
    this.waiting++;
    const work = this.turn.then(() => this.run(image));
    this.turn = work.catch(() => undefined).finally(() => this.waiting--);
    const encoded = await work;
    if (encoded === undefined) throw unreadable();
    return encoded;
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  /** Undefined when the process refused the picture, took too long or did not survive it. */
  private async run(image: Buffer): Promise<Buffer | undefined> {
    clearTimeout(this.idle);
    const child = this.started();
    const answer = await new Promise<Encoded | undefined>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), this.timeoutMs);
      const end = (encoded?: Encoded) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(encoded);
      };
      child.once('message', (encoded) => end(encoded as Encoded));
      child.once('exit', () => end());
      child.once('error', () => end());
      child.send(image, (error) => error && end());
    });
    if (answer === undefined || --this.left <= 0) this.stop();
    else this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    return answer?.image && Buffer.from(answer.image);
  }

  private started(): ChildProcess {
    if (this.child?.connected) return this.child;
    const child = fork(PROGRAM, {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    this.left = PICTURES_OF_A_PROCESS;
    this.child = child;
    return child;
  }
}

const unreadable = () => invalidArgument('The picture cannot be read: it must be a PNG, JPEG, WebP or GIF.');
