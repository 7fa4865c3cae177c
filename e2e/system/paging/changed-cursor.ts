/** Ways to change a cursor that was given out. */
import type { Random } from '@spanwise/telemetry/random';

const CHARACTERS = [...'AZaz09-_.=+/ %\0é\n'];

/** A text that no answer has held; `other` is a cursor of another request. */
export function changedCursor(cursor: string, other: string, random: Random): string {
  for (;;) {
    const changed = oneChange(cursor, other, random);
    if (changed !== cursor && changed !== other) return changed;
  }
}

function oneChange(cursor: string, other: string, random: Random): string {
  const at = random.int(0, cursor.length - 1);
  const [body, signature] = cursor.split('.');
  const [otherBody, otherSignature] = other.split('.');
  const withMember = (name: string, value: unknown): string => {
    const state = { ...(JSON.parse(Buffer.from(body!, 'base64url').toString()) as object), [name]: value };
    return `${Buffer.from(JSON.stringify(state)).toString('base64url')}.${signature}`;
  };
  return random.pick([
    () => cursor.slice(0, at) + random.pick(CHARACTERS) + cursor.slice(at + 1),
    () => cursor.slice(0, at) + cursor.slice(at + 1),
    () => cursor.slice(0, at) + random.pick(CHARACTERS) + cursor.slice(at),
    () => cursor.slice(0, at),
    () => cursor.slice(0, at) + other.slice(at),
    () => `${body}.${otherSignature}`,
    () => `${otherBody}.${signature}`,
    () => `${signature}.${body}`,
    () => cursor + random.pick(CHARACTERS),
    () => cursor.repeat(20),
    () => withMember('organizationId', '00000000-0000-7000-8000-000000000000'),
    () => withMember('limit', random.int(1, 1_000_000)),
    () => withMember('position', { value: random.next(), identity: [] }),
    () => withMember('expiresMicros', Number.MAX_SAFE_INTEGER),
    () => random.pick(['', '.', '..', 'null', '{}']),
  ])();
}
