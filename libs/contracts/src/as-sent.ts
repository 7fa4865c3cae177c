import 'reflect-metadata';
import { Exclude, Transform, Type } from 'class-transformer';

@Exclude()
class Unread {}

/**
 * The member as it was sent: its own rules judge it, unknown and odd names included. The transformer does not read it
 * at all, since it takes a client's `constructor` for the class of what is around it.
 */
export const AsSent =
  () =>
  (target: object, member: string): void => {
    Type(() => Unread)(target, member);
    Transform(({ obj }: { obj: Record<string, unknown> }) => obj[member], { toClassOnly: true })(target, member);
  };
