/** The process of `batch-trial.ts`: processes what it is given as the shard would, and discards the result. */
import { DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { endWithParent } from '@spanwise/host/end-with-parent';
import { watchLoop } from '@spanwise/host/loop-watch';
import { DROPPED } from '@spanwise/otlp/regroup';
import { encodeDelta } from '@spanwise/span-model/delta-codec';
import { BatchProcessor, MissingMinutes } from '../dedup/batch-processor.js';
import { CommittedKeys } from '../dedup/committed-keys.js';
import { cutRecords } from '../dedup/dead-slices.js';
import type { BatchMessage, BatchSlice } from '../dedup/batch-message.js';
import { KeySet } from '../dedup/key-set.js';
import { inflateSlice, openMessages } from '../dedup/open-message.js';
import type { BatchTrialRequest, BatchTrialSetup } from './batch-trial.js';

const { countsLogged, horizonMicros, stallLimitMs, logLevel } = JSON.parse(process.argv[2]!) as BatchTrialSetup;

async function run({ entries, watermark, keySeed, poisonMarks, only }: BatchTrialRequest): Promise<void> {
  let messages = openMessages(entries, watermark, horizonMicros, poisonMarks);
  if (only !== undefined) for (const message of messages) await narrow(message, only);
  while (messages.length > 0) {
    const keys = new CommittedKeys(Infinity);
    const batchSlice = await processWithoutKeys(new BatchProcessor(keys, keySeed, countsLogged), keys, messages);
    encodeDelta(batchSlice.fold, DELTA_PARTITIONS);
    messages = messages.slice(batchSlice.messages);
  }
}

/** As if nothing had been committed: whatever is processed is new. */
async function processWithoutKeys(processor: BatchProcessor, keys: CommittedKeys, messages: BatchMessage[]) {
  for (;;) {
    try {
      return await processor.process(messages);
    } catch (error) {
      if (!(error instanceof MissingMinutes)) throw error;
      for (const minute of error.minutes) keys.put(minute, new KeySet());
    }
  }
}

/** Leaves of a message what is asked for alone. */
async function narrow(message: BatchMessage, { slice, records }: NonNullable<BatchTrialRequest['only']>) {
  message.slices = message.slices.filter(({ index }) => index === slice);
  if (records === undefined) return;
  for (const batchSlice of message.slices) {
    batchSlice.slice = await partOf(batchSlice, records);
    delete batchSlice.watch;
  }
}

/** Without records that are known to be dead. */
async function partOf(batchSlice: BatchSlice, [from, to]: [number, number]): Promise<LogSlice> {
  const { slice } = batchSlice;
  const decoded = await inflateSlice(batchSlice);
  if (decoded === undefined) return slice;
  let recordCount = 0;
  const cut = cutRecords(slice, decoded, (place) => {
    if (place < from || place >= to || batchSlice.watch?.dead.has(place)) return DROPPED;
    recordCount++;
    return 0;
  });
  const bytes = cut.get(0) ?? new Uint8Array();
  const encoding = slice.encoding === 'records' ? 'records' : 'protobuf';
  return { ...slice, encoding, coding: 'identity', recordCount, sha256: sliceDigest(bytes), bytes };
}

endWithParent();
watchLoop({ service: 'projector', logLevel, limitMs: stallLimitMs });
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (request: BatchTrialRequest) => {
  // What fails without an end is found by the shard itself.
  const answer = () => process.send?.('done');
  void run(request).then(answer, answer);
});
