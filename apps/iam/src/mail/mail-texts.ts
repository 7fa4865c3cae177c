/** The mails of the platform. Links are made of the configured origin alone, never of what a request says. Pure. */
import type { Mail } from './mail-outbox.js';

export function resetMail(baseUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: 'Reset your Spanwise password',
    text: `Somebody asked for a new password for this address at ${originOf(baseUrl)}.

To choose one, open this link within 30 minutes:

${linkOf(baseUrl, 'reset_token', token)}

If it was not you, do nothing: your password stays as it is.
`,
  };
}

export function passwordChangedMail(baseUrl: string, to: string): Mail {
  return {
    to,
    subject: 'Your Spanwise password was changed',
    text: `The password of this address at ${originOf(baseUrl)} was changed by a mailed link, and all sessions were ended.

If it was not you, ask an administrator at once.
`,
  };
}

export function invitationMail(
  baseUrl: string,
  to: string,
  token: string,
  by: { inviter: string; organization: string },
): Mail {
  return {
    to,
    subject: `Invitation to ${by.organization} on Spanwise`,
    text: `${by.inviter} invites you to the organization ${by.organization} at ${originOf(baseUrl)}.

To join, open this link within 7 days:

${linkOf(baseUrl, 'invitation_token', token)}
`,
  };
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** Behind the hash: it reaches no server and no log. */
const linkOf = (baseUrl: string, member: string, token: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/signin#${member}=${token}`;
