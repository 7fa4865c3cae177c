/** What was measured of the default rules, in lines beside what is wanted. */
import type { FaultlessDays } from './faultless-days.js';
import type { MeasuredFaults } from './recorded-faults.js';

const share = (part: number): string => `${(part * 100).toFixed(1)} %`;
const counted = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].map(([what, count]) => `  ${count} times: ${what}`);

export function saidOfFaults(found: MeasuredFaults): string[] {
  return [
    `${found.hits} of ${found.faults} faults with something firing (wanted: 26)`,
    `${found.placed} with the faulted service or one that calls it firing, ${found.placedByChance.toFixed(1)} by chance`,
    `${found.top1} with the faulted service named first as the cause (wanted: 16), ${found.top1ByChance.toFixed(1)} by chance`,
    `${found.top3} with it among the first three (wanted: 22), ${found.top3ByChance.toFixed(1)} by chance`,
    `${found.unknownCauses} steps in which not all traces could be read for that`,
    `${found.medianDelaySecs} s from a fault to the end of the step that fires, in the middle (wanted: 75)`,
    `${found.cleanAlarmed} of ${found.cleanMinutes} minutes without a fault alarmed, ${found.cleanAlarmedWithErrors} of them with real errors`,
    `${share(found.precision)} of what fires, by service and minute, is bad, of everything ${share(found.baseRate)} (wanted: 85 %)`,
    `${found.beginningsPerBurst.toFixed(1)} beginnings in each of ${found.bursts} bursts`,
    ...counted(found.byRule),
    `${found.pagesPerBurst.toFixed(1)} pages in each burst (wanted: 2), at most ${found.mostInABurst}, ${found.pages} altogether`,
    ...counted(found.toldByRule),
    `${found.pagesInEmptyMinutes} pages in the ${found.emptyMinutes} empty minutes between bursts, ${found.absencePages} of an absence (wanted: 0)`,
    `${found.endedAndFiredAgain} incidents that ended in an empty minute and were opened again (wanted: 0)`,
  ];
}

export const saidOfFaultlessDays = (found: FaultlessDays): string[] => [
  `${found.spans} spans in ${found.minutes} minutes, ${share(found.errorShare)} of the requests fail`,
  `${found.pages} pages (wanted: 1), ${found.pagesOfFirstDay} of them on the first day`,
  ...counted(found.toldByRule),
];
