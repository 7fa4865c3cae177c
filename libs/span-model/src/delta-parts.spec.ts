import { describe, expect, it } from 'vitest';
import { UnknownForm } from './bytes.js';
import { DamagedDelta, decodeDelta, encodeDelta, splitDelta } from './delta-codec.js';
import { DeltaFold } from './delta.js';
import { SpanKind } from './span.js';
import { spanOf } from './span.fixture.js';

const [ORG, OTHER_ORG] = ['01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-0000000000a2'];

function whole(): Uint8Array {
  const fold = new DeltaFold();
  fold.add(ORG, spanOf({ statusCode: 2 }));
  fold.add(OTHER_ORG, spanOf({ kind: SpanKind.Server }));
  fold.addGatewayMinute({ gatewayId: ORG, minute: 7, sinceMicros: 5, refused: [] });
  return encodeDelta(fold, 1)[0]!;
}

describe('the parts of a delta (PROTO-45)', () => {
  it('are a delta of each organization and one of the minutes of gateways, and together they are the whole', () => {
    const parts = splitDelta(whole());
    expect(parts.map(({ organizationId }) => organizationId)).toEqual([ORG, OTHER_ORG, undefined]);
    const read = parts.map((part) => decodeDelta(part.bytes));
    expect({
      organizations: read.flatMap(({ organizations }) => organizations),
      gatewayMinutes: read.flatMap(({ gatewayMinutes }) => gatewayMinutes),
    }).toEqual(decodeDelta(whole()));
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array, typeof DamagedDelta | typeof UnknownForm]>([
    ['damaged where they end early', (bytes) => bytes.subarray(0, -1), DamagedDelta],
    ['damaged where there are none', () => new Uint8Array(), DamagedDelta],
    ['of a newer program where their format is not known', (bytes) => bytes.with(0, 99), UnknownForm],
  ])('are %s', (_, change, fault) => {
    expect(() => splitDelta(change(whole()))).toThrow(fault);
  });
});
