/** What services ask iam about the people of an organization, without a caller. */
import { ArrayMaxSize, IsArray, IsString, IsUUID, MaxLength } from 'class-validator';
import { Optional } from '../base/members.js';
import { READS, rpc } from '../authz/rpc.js';

const MAX_PEOPLE = 1_000;

export class PeopleOf {
  @IsUUID() organization_id: string;
  @IsArray() @ArrayMaxSize(MAX_PEOPLE) @IsUUID(undefined, { each: true }) user_ids: string[];
  @Optional() @IsUUID() team_id?: string;
}

export interface People {
  /** Those of the named who are active members of the organization. */
  people: { id: string; display_name: string }[];
  /** Whether the organization has the team; only where one was named. */
  team_exists?: boolean;
}

export class PersonMay {
  @IsUUID() organization_id: string;
  @IsUUID() user_id: string;
  @IsString() @MaxLength(128) permission: string;
}

export const peopleOf = rpc<People>()('svc.iam.people.of', PeopleOf, 'internal', READS);
/**
 * Whether a user may do something in the organization at this moment, as they could if they signed in there: false for one
 * who has left, and while the organization is disabled or paused.
 */
export const personMay = rpc<{ allowed: boolean }>()('svc.iam.people.may', PersonMay, 'internal', READS);
