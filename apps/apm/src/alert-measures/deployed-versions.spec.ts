import { describe, expect, it } from 'vitest';
import { DEPLOY_LOOKS } from '@spanwise/contracts/alerting/alert-conditions';
import { OVERFLOW_NAME, SeriesKind } from '@spanwise/span-model/series';
import type { DeployEvent } from '../apm/deployments/timeline.js';
import type { Series } from '../apm/read/series.js';
import { deployedVersions, inTurn, lookAt, MAX_COMPARED, predecessorOf } from './deployed-versions.js';

const STEP = 30_000_000;
const MINUTE = 60_000_000;

const seriesOf = (version: string, minutesAgo: number, change: Partial<Series> = {}): Series => ({
  id: `${version} ${minutesAgo}`,
  kind: SeriesKind.Service,
  namespace: '',
  service: 'cart',
  environment: 'prod',
  version,
  name: '',
  category: '',
  detail: '',
  firstSeenMicros: (STEP - minutesAgo) * MINUTE + 20_000_000,
  lastSeenMicros: STEP * MINUTE,
  ...change,
});
const eventOf = (version: string, minutesAgo: number, change: Partial<DeployEvent> = {}): DeployEvent => ({
  id: 'e',
  namespace: '',
  service: 'cart',
  environment: '',
  version,
  deployedAtMicros: (STEP - minutesAgo) * MINUTE,
  description: '',
  url: '',
  ...change,
});
const agesOf = (events: DeployEvent[], series: Series[]) =>
  deployedVersions(events, series, STEP).map(
    ({ environment, version, startMinute }) => `${version} ${environment} ${STEP - startMinute}`,
  );

describe('the versions that a rule over deployments compares (ALERT-110)', () => {
  it.each<[string, DeployEvent[], Series[], string[]]>([
    ['from their first request on', [], [seriesOf('1', 20)], ['1 prod 20']],
    ['of each environment', [], [seriesOf('1', 20), seriesOf('1', 9, { environment: 'eu' })], ['1 prod 20', '1 eu 9']],
    ['not before the first look', [], [seriesOf('1', 4)], []],
    ['not after a day', [], [seriesOf('1', 1_440)], []],
    ['not without a name', [], [seriesOf('', 20), seriesOf(OVERFLOW_NAME, 20)], []],
    ['from the first request after the deployment', [eventOf('1', 30)], [seriesOf('1', 20)], ['1 prod 20']],
    ['from the first request where it is reported late', [eventOf('1', 10)], [seriesOf('1', 20)], ['1 prod 20']],
    ['again where they are deployed again', [eventOf('1', 10)], [seriesOf('1', 3_000)], ['1 prod 10']],
    ['by the newest deployment', [eventOf('1', 70), eventOf('1', 10)], [seriesOf('1', 3_000)], ['1 prod 10']],
    ['not by an event of another version', [eventOf('2', 10)], [seriesOf('1', 3_000)], []],
    [
      'by an event of their environment alone',
      [eventOf('1', 10, { environment: 'eu' })],
      [seriesOf('1', 3_000), seriesOf('1', 3_000, { environment: 'eu' })],
      ['1 eu 10'],
    ],
  ])('are compared %s', (_, events, series, ages) => expect(agesOf(events, series)).toEqual(ages));

  it('begin with the first of all their series', () => {
    const [one] = deployedVersions([], [seriesOf('1', 8), seriesOf('1', 30)], STEP);
    expect([STEP - one!.startMinute, one!.seriesIds]).toEqual([30, ['1 8', '1 30']]);
  });
});

it('a look lasts five steps, and between the looks nothing is looked at (ALERT-111)', () => {
  const looks = Array.from({ length: 80 }, (_, age) => lookAt({ startMinute: STEP - age }, STEP));
  for (const look of DEPLOY_LOOKS) {
    expect(looks.flatMap((found, age) => (found === look ? [age - look] : []))).toEqual([0, 1, 2, 3, 4]);
  }
  expect(looks.filter((found) => found !== undefined)).toHaveLength(15);
});

it.each<[string, Parameters<typeof predecessorOf>[1], string | undefined]>([
  [
    'that most requests were of',
    [
      { version: '1', requests: 5 },
      { version: '2', requests: 9 },
    ],
    '2',
  ],
  [
    'of the same count by its name',
    [
      { version: '2', requests: 5 },
      { version: '1', requests: 5 },
    ],
    '1',
  ],
  ['none but itself', [{ version: '3', requests: 5 }], undefined],
  ['none without a name', [{ version: '', requests: 5 }], undefined],
  ['none that was silent', [{ version: '1', requests: 0 }], undefined],
])('the version before is the one %s (ALERT-110)', (_, earlier, expected) =>
  expect(predecessorOf('3', earlier)).toBe(expected),
);

it('of more deployments than one step compares each has its turn within a look', () => {
  const due = Array.from({ length: 4 * MAX_COMPARED + 7 }, (_, index) => index);
  const turns = [0, 1, 2, 3, 4].map((minute) => inTurn(due, STEP + minute));
  expect(turns.every((turn) => turn.length === MAX_COMPARED)).toBe(true);
  expect(new Set(turns.flat()).size).toBe(due.length);
});
