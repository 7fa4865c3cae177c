/** Published by iam when something that a cached context rests on has changed; caches drop what matches. */
export const INVALIDATION_SUBJECT = 'evt.iam.invalidate';

export interface Invalidation {
  /** A sign-in session or API token that was revoked. */
  credential_id?: string;
  subject?: string;
  organization_id?: string;
  /** The organization is deleted: nothing known of it is of use any more. */
  deleted?: true;
  /** Of every organization: a setting of the installation was changed. */
  everything?: true;
}

/** Published by iam when its signing keys have changed: verifiers fetch them again and forget what they verified. */
export const KEYS_CHANGED_SUBJECT = 'evt.iam.keys';
