/** Configurations of every connector type, made from its own schema, so that a new type is tried as well. */
import type { Member, Members } from '@spanwise/notify/channels/providers/members';

/** Where the configurations lead. */
export interface Destination {
  host: string;
  url: string;
  mailPort: number;
}

/** With everything set that leads somewhere or is secret. Throws where a member takes none of the samples. */
export function sampleConfig(
  type: string,
  members: Members,
  destination: Destination,
  secret: () => string,
): Record<string, unknown> {
  const entries = Object.entries(members).flatMap(([name, member]) => {
    const own = secret();
    const isFit = (value: unknown) =>
      member.schema.safeParse(value).success &&
      (isUrl(member) || JSON.stringify(value).includes(own) === member.masked);
    const fit = samplesOf(member, destination, own).filter(isFit);
    if (fit.length > 0) return [[name, fit[0]]];
    const matters = member.masked || member.destination !== undefined || !member.schema.safeParse(undefined).success;
    if (matters) throw new Error(`there is no sample value for ${name} of ${type}: add one`);
    return [];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Another value of a member that is a part of the destination. */
export function elsewhere(type: string, name: string, member: Member, own: unknown, other: Destination): unknown {
  const { destination, schema } = member;
  const found = samplesOf(member, other, 'another').find(
    (value) => schema.safeParse(value).success && destination?.place(value) !== destination?.place(own),
  );
  if (found === undefined) throw new Error(`there is no other sample value for ${name} of ${type}: add one`);
  return found;
}

const isUrl = ({ destination }: Member): boolean => destination?.leadsTo === 'url';

function samplesOf(member: Member, { host, url, mailPort }: Destination, secret: string): unknown[] {
  if (isUrl(member)) return [`${url}/in`];
  // Another server has the same address; its name leads to nothing, which is another place all the same.
  if (member.destination?.leadsTo === 'mail-host') return [host, 'other.example'];
  return member.destination === undefined
    ? [{ 'x-key': secret }, secret, `123456:${secret}`, 'alerts@example.org', 5, true]
    : [mailPort, 'none', 'starttls', 'tls', secret, 'alerts@example.org', 'us', 'eu', 5, true];
}
