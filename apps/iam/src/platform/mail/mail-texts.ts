/**
 * The mails of the platform. The words are fixed; links are made of the configured origin alone, never of what a request
 * says, and what people have named themselves or their organization is quoted. Pure.
 */
import { cutText } from '@spanwise/contracts/base/cut-text';
import { linkTo, signInPage } from '@spanwise/contracts/base/page-links';
import type { Mail } from './mail.js';

const MAX_NAME = 60;

export function resetMail(baseUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: 'Reset your Spanwise password',
    text: `A new password was requested for this address at ${originOf(baseUrl)}.

To choose one, open this link within 30 minutes:

${linkTo(baseUrl, signInPage('reset_token', token))}

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
    subject: 'Invitation to Spanwise',
    text: `You are invited to an organization at ${originOf(baseUrl)}.

Its name is "${quotable(by.organization)}". The invitation is from "${quotable(by.inviter)}".

To join, open this link within 7 days:

${linkTo(baseUrl, signInPage('invitation_token', token))}

If you expect no invitation, do nothing.
`,
  };
}

export function verificationMail(baseUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: 'Confirm your address for Spanwise',
    text: `There was a sign-up with this address at ${originOf(baseUrl)}.

If it was you, open this link within 24 hours and enter the password that you chose:

${linkTo(baseUrl, signInPage('verification_token', token))}

If it was not you, do nothing: there is no account without it.
`,
  };
}

export function alreadyRegisteredMail(baseUrl: string, to: string): Mail {
  return {
    to,
    subject: 'You have a Spanwise account',
    text: `There was a sign-up with this address at ${originOf(baseUrl)}, which has an account there already.

If it was you, sign in, or ask for a new password. If it was not you, do nothing.
`,
  };
}

/** A name that a user chose, short and with nothing in it that a mail program would make a link of. */
export const quotable = (name: string): string => {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{C}"“”<>]/gu, ' ')
    .replaceAll(/[.:/\\@\u3002]+(?=\S)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(plain, MAX_NAME);
};

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;
