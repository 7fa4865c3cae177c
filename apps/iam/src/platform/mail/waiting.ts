import type { Mail } from './mail.js';

/** What waits: a mail to send, or what is looked up later: who asked for a new password, signed up or was made a member. */
export type Waiting =
  | { kind: 'mail'; mail: Mail }
  | { kind: 'reset'; emailKey: string }
  | { kind: 'sign-up'; signUpId: string }
  | { kind: 'member'; member: NewMember };

export interface NewMember {
  organizationId: string;
  userId: string;
  inviterId: string;
}
