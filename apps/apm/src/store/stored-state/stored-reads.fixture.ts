/** The projector's end of the question how far what is stored goes, and the catalogue's. */
import type { NotStored, ReadStoredState, StoredState } from '@spanwise/contracts/log/stored-state';
import { StoredReads } from './stored-reads.js';

export class PlayedStore {
  /** End of the log of the only shard. */
  seq = 0;
  /** Newest manifest of the projector, and the newest that is entered. */
  manifest = 0;
  entered = 0;
  notStored: NotStored[] = [];
  isAway = false;
  readonly asked: ReadStoredState[] = [];
  /** Hears every question before it is answered. */
  onAsked: () => void = () => undefined;

  readonly reads = new StoredReads({
    ask: (asked) => this.answer(asked),
    entered: () => Promise.resolve(new Map([[0, this.entered]])),
    shards: 1,
  });

  private answer(asked: ReadStoredState): Promise<StoredState> {
    this.asked.push(asked);
    this.onAsked();
    if (this.isAway) return Promise.reject(new Error('the projector is away'));
    const { epoch = 0, seq = this.seq } = asked.shards[0]!;
    const { manifest, notStored } = this;
    return Promise.resolve({ shards: [{ shard: 0, epoch, seq, manifest, notStored }] });
  }
}
