/** The process of `judge-trial.ts`: judges what it is given as the shard would, and forgets it. */
import { DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { endWithParent } from '@spanwise/host/end-with-parent';
import { watchLoop } from '@spanwise/host/loop-watch';
import { DROPPED } from '@spanwise/otlp/regroup';
import { encodeDelta } from '@spanwise/span-model/delta-codec';
import { BatchJudge, MissingMinutes } from '../dedup/batch-processor.js';
import { CommittedKeys } from '../dedup/committed-keys.js';
import { cutRecords } from '../dedup/dead-slices.js';
import type { JudgedMessage, JudgedSlice } from '../dedup/judged-message.js';
import { KeySet } from '../dedup/key-set.js';
import { inflateSlice, openMessages } from '../dedup/open-message.js';
import type { JudgeTrialRequest, JudgeTrialSetup } from './judge-trial.js';

const { countsLogged, horizonMicros, stallLimitMs, logLevel } = JSON.parse(process.argv[2]) as JudgeTrialSetup;

async function judge({ entries, watermark, keySeed, verdicts, only }: JudgeTrialRequest): Promise<void> {
  let messages = openMessages(entries, watermark, horizonMicros, verdicts);
  if (only !== undefined) for (const message of messages) await narrow(message, only);
  while (messages.length > 0) {
    const keys = new CommittedKeys(Infinity);
    const judged = await judgeWithoutKeys(new BatchJudge(keys, keySeed, countsLogged), keys, messages);
    encodeDelta(judged.fold, DELTA_PARTITIONS);
    messages = messages.slice(judged.messages);
  }
}

/** As if nothing had been committed: whatever is judged is new. */
async function judgeWithoutKeys(judge: BatchJudge, keys: CommittedKeys, messages: JudgedMessage[]) {
  for (;;) {
    try {
      return await judge.judge(messages);
    } catch (error) {
      if (!(error instanceof MissingMinutes)) throw error;
      for (const minute of error.minutes) keys.put(minute, new KeySet());
    }
  }
}

/** Leaves of a message what is asked for alone. */
async function narrow(message: JudgedMessage, { slice, records }: NonNullable<JudgeTrialRequest['only']>) {
  message.slices = message.slices.filter(({ index }) => index === slice);
  if (records === undefined) return;
  for (const judged of message.slices) {
    judged.slice = await partOf(judged, records);
    delete judged.watch;
  }
}

/** Without records that are known to be dead. */
async function partOf(judged: JudgedSlice, [from, to]: [number, number]): Promise<LogSlice> {
  const { slice } = judged;
  const decoded = await inflateSlice(judged);
  if (decoded === undefined) return slice;
  let recordCount = 0;
  const cut = cutRecords(slice, decoded, (place) => {
    if (place < from || place >= to || judged.watch?.dead.has(place)) return DROPPED;
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
process.on('message', (request: JudgeTrialRequest) => {
  // What fails without an end is found by the shard itself.
  const answer = () => process.send?.('done');
  void judge(request).then(answer, answer);
});
