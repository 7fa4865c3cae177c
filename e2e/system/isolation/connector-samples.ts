/** Configurations of every connector type, made from its own schema: a new type is attacked without anybody writing one. */
import type { Member, Members } from '@spanwise/notify/providers/members';
import type { Thief } from './thief.js';

/** In every secret of the sample. */
export const SECRET = 'canary4e11';

/** A configuration with everything set that leads somewhere or is secret. Throws where a member takes none of the samples. */
export function sampleConfig(type: string, members: Members, receiver: Thief): Record<string, unknown> {
  const entries = Object.entries(members).flatMap(([name, member]) => {
    const samples = samplesOf(member, receiver).filter((value) => member.schema.safeParse(value).success);
    const fit =
      member.masked && !isUrl(member) ? samples.filter((one) => JSON.stringify(one).includes(SECRET)) : samples;
    if (fit.length > 0) return [[name, fit[0]]];
    const matters = member.masked || member.destination !== undefined || !member.schema.safeParse(undefined).success;
    if (matters) throw new Error(`the matrix knows no value for ${name} of ${type}: add a sample of it`);
    return [];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Another value of a member of the destination, at `thief`. */
export function elsewhere(type: string, name: string, member: Member, own: unknown, thief: Thief): unknown {
  const { destination, schema } = member;
  const other = samplesOf(member, thief).find(
    (value) => schema.safeParse(value).success && destination?.place(value) !== destination?.place(own),
  );
  if (other === undefined)
    throw new Error(`the matrix knows no other value for ${name} of ${type}: add a sample of it`);
  return other;
}

const isUrl = ({ destination }: Member): boolean => destination?.leadsTo === 'url';

function samplesOf(member: Member, { host, url, mailPort }: Thief): unknown[] {
  if (isUrl(member)) return [`${url}/in`];
  // The other receiver has the same address; its name leads to nothing, which is another place all the same.
  if (member.destination?.leadsTo === 'mail-host') return [host, 'thief.example'];
  const texts = ['none', 'starttls', 'tls', `whsec_${SECRET}`, SECRET, 'alerts@example.org'];
  return member.destination === undefined
    ? [{ 'x-key': SECRET }, SECRET, `123456:${SECRET}`, 'alerts@example.org', 5, true]
    : [mailPort, ...texts, 'us', 'eu', 5, true];
}
