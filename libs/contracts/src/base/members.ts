/**
 * What a member of a JSON body may be (API-11): absent is absent, null is refused unless the member says that it is legal,
 * and what is nested is an object, or a list of objects and of nothing else.
 */
import 'reflect-metadata';
import { Transform, Type, type ClassConstructor } from 'class-transformer';
import { IsArray, IsObject, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';

/** Name under which the generator of the API description finds that a member may be null. */
export const NULL_IS_LEGAL = 'nullIsLegal';

/** Says so in the API description, and checks nothing. */
const NullIsLegal = (): PropertyDecorator =>
  ValidateBy({ name: NULL_IS_LEGAL, validator: { validate: () => true, defaultMessage: () => '' } });

/** These decorators in this order. */
export const allOf =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, member) =>
    rules.forEach((rule) => rule(target, member));

/** May be absent. Null is checked as any other value, which refuses it. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** Null has a meaning of its own, stays, and is not checked. With `Optional` the member may be absent, too. */
export const Nullable = (): PropertyDecorator =>
  allOf(
    ValidateIf((_, value) => value !== null),
    NullIsLegal(),
  );

/** Clients of this family of APIs send null for a field that was not filled in. */
const ReadsNullAsAbsent = (): PropertyDecorator =>
  allOf(
    Transform(({ value }: { value: unknown }) => value ?? undefined, { toClassOnly: true }),
    NullIsLegal(),
  );

/** May be absent, and null is read as that. For members without a default. */
export const NullAsAbsent = (): PropertyDecorator => allOf(ReadsNullAsAbsent(), Optional());

/** Needed where this is so, elsewhere absent, and null is read as that: a member of one kind of an object. */
export const NeededWhere = <T extends object>(isNeeded: (owner: T) => boolean): PropertyDecorator =>
  allOf(
    ReadsNullAsAbsent(),
    ValidateIf((owner: T, value) => isNeeded(owner) || value !== undefined),
  );

/** An object with the members of this class. */
export const IsObjectOf = (type: () => ClassConstructor<object>): PropertyDecorator =>
  allOf(Type(type), ValidateNested(), IsObject());

/** A list of objects with the members of this class; a list within it is refused, which the validator would walk into. */
export const IsListOf = (type: () => ClassConstructor<object>): PropertyDecorator =>
  allOf(Type(type), ValidateNested({ each: true }), IsArray(), IsObject({ each: true }));
