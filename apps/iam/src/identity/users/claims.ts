import { createHmac } from 'node:crypto';
import type { NamedKey } from '@spanwise/host/config';
import { passwordForms } from '../../platform/passwords/opaque-string.js';

const PURPOSE = 'spanwise.claim.v1';

/** Of 65,536 wrong passwords one is taken for a claim's, and refused all the same. It reveals no more of the right one. */
const TAG_DIGITS = 4;

/**
 * Finds the claim that a password is probably of before any is verified, so that one verification is enough and its time
 * reveals nothing. Tags of all keys and forms of the password; the first is the one to store.
 */
export const signInTags = (keys: readonly NamedKey[], emailKey: string, password: string): string[] =>
  passwordForms(password).flatMap((form) =>
    keys.map(({ key }) =>
      createHmac('sha256', key).update(`${PURPOSE}\n${emailKey}\n${form}`).digest('hex').slice(0, TAG_DIGITS),
    ),
  );

/** So long the owner of the address may join. */
export const CLAIM_SECONDS = 7 * 24 * 3_600;
