/** The process of `store-trial.ts`: makes segments of what it is given as the store writer would, and removes them. */
import { randomUUID } from 'node:crypto';
import { endWithParent } from '@spanwise/host/end-with-parent';
import { watchLoop } from '@spanwise/host/loop-watch';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { KnownFields } from './known-fields.js';
import { SegmentSpool } from './segment-spool.js';
import { withoutRecords } from './poison-pill-guard.js';
import type { StoreTrialRequest, StoreTrialSetup } from './store-trial.js';
import { eachLine } from './stored-slices.store.js';

const { engine: limits, segmentBytes, stallLimitMs, logLevel } = JSON.parse(process.argv[2]!) as StoreTrialSetup;
const engine = SegmentEngine.start(limits);

async function store({ slices, folder, records, without = [] }: StoreTrialRequest): Promise<void> {
  const spool = new SegmentSpool(folder, randomUUID(), segmentBytes);
  const fields = new KnownFields();
  const [from, to] = records ?? [0, Infinity];
  const isOut = (record: number) => record < from || record >= to || without.includes(record);
  try {
    for (const whole of slices) {
      const stored = withoutRecords(whole, isOut);
      const { lines } = fields.of(stored.slice);
      const take = (line: Parameters<typeof spool.add>[1]) => {
        spool.add(stored.slice, line);
        return true;
      };
      await eachLine(stored, lines, { take, refuse: () => undefined });
    }
    for (const { of, lines } of spool.take())
      await (await engine).fromLines(of.signal, lines.path, lines.longestLineBytes, `${lines.path}.parquet`);
  } finally {
    await spool.discard();
  }
}

endWithParent();
watchLoop({ service: 'projector', logLevel, limitMs: stallLimitMs });
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (request: StoreTrialRequest) => {
  // What fails without an end is found by the store writer itself.
  const answer = () => process.send?.('done');
  void store(request).then(answer, answer);
});
