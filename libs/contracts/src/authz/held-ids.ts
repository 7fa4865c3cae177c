import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { allOf, Optional } from '../base/members.js';

/** Most resources of one kind that one caller can hold in an organization. */
export const MAX_HELD_IDS = 2_000;

/** The member of a message about all resources of a kind that leaves no others than these; clients do not send it. */
export const IsHeldIds = (): PropertyDecorator =>
  allOf(Optional(), IsArray(), ArrayMaxSize(MAX_HELD_IDS), IsString({ each: true }), MaxLength(192, { each: true }));
