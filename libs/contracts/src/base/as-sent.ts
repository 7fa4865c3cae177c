import 'reflect-metadata';
import { Exclude, Transform, Type } from 'class-transformer';

@Exclude()
class Unread {}

/**
 * The member as it was sent: its own rules check it, unknown and odd names included. The transformer does not read it
 * at all, since it takes a client's `constructor` for the class of what is around it.
 */
export const AsSent =
  () =>
  (target: object, member: string): void => {
    Type(() => Unread)(target, member);
    // A rule beside it may have read null as absent.
    const read = ({ value, obj }: { value: unknown; obj: Record<string, unknown> }) =>
      value === undefined ? undefined : obj[member];
    Transform(read, { toClassOnly: true })(target, member);
  };
