import { SetMetadata } from '@nestjs/common';
import type { ApiSchemas } from '@spanwise/contracts/api-schemas';
import type { ErrorKind } from '@spanwise/contracts/base/errors';
import type { Constructor } from '@spanwise/contracts/authz/rpc';

export type SchemaName = keyof ApiSchemas;

export interface OperationFacts {
  /** One line: what the caller gets. */
  summary: string;
  /** What a caller must know beyond that, in markdown. */
  description?: string;
  /** The class that checks the query string, or the body. */
  query?: Constructor<object>;
  body?: Constructor<object>;
  /** Members of `query` that this route does not take. */
  without?: readonly string[];
  /** Allowed values of `sort`; the first one is the default. */
  sorts?: readonly string[];
  /** What each `:parameter` of the path is. */
  path?: Record<string, string>;
  /** When this route refuses with a kind that does not follow from its access and its input. */
  refusals?: Partial<Record<ErrorKind, string>>;
  /** 503 carries the body of the answer, not an error. */
  answersAlsoWhenUnavailable?: boolean;
}

export interface DescribedOperation extends OperationFacts {
  /** Schema of the answer; none for an answer without a body. */
  answer?: SchemaName;
}

export const OPERATION_KEY = 'spanwise:operation';

/** A method that writes the reply itself returns nothing. */
type Answers<T> = (...args: never[]) => Promise<T | void> | T | void;

/**
 * Describes a route for the API description, which is generated from this, the route's access and its classes. The
 * answer's schema has to be the type that the method returns. A route without a description fails the checks.
 */
export const Operation =
  <Name extends SchemaName>(answer: Name, facts: OperationFacts) =>
  <Method extends Answers<ApiSchemas[Name]>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(OPERATION_KEY, { answer, ...facts } satisfies DescribedOperation)(target, key, descriptor);
  };

/** The same for a route that answers 204. */
export const OperationWithoutAnswer =
  (facts: OperationFacts) =>
  <Method extends Answers<void>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(OPERATION_KEY, facts satisfies DescribedOperation)(target, key, descriptor);
  };
