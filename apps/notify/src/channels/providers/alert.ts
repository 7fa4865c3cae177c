/** What a message of an incident says beside its words: receivers show it, or keep an incident of their own by it. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Alert {
  state: 'triggered' | 'acknowledged' | 'resolved';
  /** The same for every event of the incident: 1 to 255 letters, digits, `_`, `-` and `:`. */
  key: string;
  severity: Severity;
  labels: Record<string, string>;
  /** Absolute http or https, as `acknowledge_url`. */
  url?: string;
  acknowledge_url?: string;
}

export interface Link {
  text: 'Open' | 'Acknowledge';
  url: string;
}

/** How an alert looks: as bad as it is while it lasts. */
export const lookOf = ({ state, severity }: Alert): Severity | 'acknowledged' | 'resolved' =>
  state === 'triggered' ? severity : state;

type Look = ReturnType<typeof lookOf>;

/** Colours as 24 bits, red first. */
export const COLORS: Record<Look, number> = {
  critical: 0xb4_23_18,
  error: 0xd9_2d_20,
  warning: 0xf7_90_09,
  info: 0x15_70_ef,
  acknowledged: 0x66_70_85,
  resolved: 0x07_94_55,
};

export const hexColor = (alert: Alert): string => `#${COLORS[lookOf(alert)].toString(16).padStart(6, '0')}`;

/** Severity and labels, as many as fit into so many characters. */
export function fieldsOf(alert: Alert | undefined, maxCharacters: number): [name: string, value: string][] {
  if (alert === undefined) return [];
  let left = maxCharacters;
  return [['severity', alert.severity] as [string, string], ...Object.entries(alert.labels)].filter(
    ([name, value]) => (left -= name.length + value.length) >= 0,
  );
}

/** What is over or acknowledged needs no acknowledgement, and where there is a button for that it needs no link. */
export function linksOf(alert: Alert | undefined, hasButton = false): Link[] {
  const links: Link[] = [];
  if (alert?.url !== undefined) links.push({ text: 'Open', url: alert.url });
  if (alert?.acknowledge_url !== undefined && alert.state === 'triggered' && !hasButton) {
    links.push({ text: 'Acknowledge', url: alert.acknowledge_url });
  }
  return links;
}
