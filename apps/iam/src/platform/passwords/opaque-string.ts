/** One password for all spellings of it: the profile OpaqueString of RFC 8265 (ACCESS-4). Pure. */

/** What PRECIS's FreeformClass (RFC 8264) has no room for; what this Node does not know yet is among it. */
const NO_FREEFORM = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/u;
/** Parts of old syllables: those that are left make no syllable of today, and would be composed otherwise elsewhere. */
const OLD_HANGUL = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** The form that is hashed: spaces of all scripts are one, what is composed is one character; case and width stay. */
export const preparedPassword = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');

/** Whether a prepared password is one that every device can be made to send. */
export const isFreeform = (prepared: string): boolean => !NO_FREEFORM.test(prepared) && !OLD_HANGUL.test(prepared);

/** The forms under which a password may be stored, the prepared one first: before there was the profile it was as typed. */
export function passwordForms(typed: string): [prepared: string, ...asTyped: string[]] {
  const prepared = preparedPassword(typed);
  return prepared === typed ? [prepared] : [prepared, typed];
}
