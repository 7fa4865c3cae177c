/** What a mailed link asks for: its secret stands behind the hash, so that no log and no referrer has it. Pure. */
export const LINK_KINDS = ['invitation_token', 'reset_token', 'verification_token'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface MailedLink {
  kind: LinkKind;
  token: string;
}

export function mailedLink(hash: string): MailedLink | undefined {
  const [, kind, token] = /^#(\w+)=([A-Za-z0-9_-]{32,128})$/.exec(hash) ?? [];
  const known = LINK_KINDS.find((one) => one === kind);
  return known === undefined ? undefined : { kind: known, token: token! };
}

/** Where a page leads on to after signing in: a path of this console, and no other site. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/signin') ? next : '/';
