import { Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { BytesRpc, Rpc, StreamRpc } from '@spanwise/contracts/authz/rpc';

export interface BytesReply<Head> {
  head: Head;
  payload: Uint8Array;
}

/** The context is verified; a contract between the product's own services has none, and its handler takes no second argument. */
type Handler<In, Out> = { value?: (input: In, context: IamContext) => Promise<Out> };

/** A call that is answered piece by piece. */
export interface StreamedCall {
  context: IamContext;
  /** Aborted when the caller leaves or the process stops. */
  signal: AbortSignal;
  /** Resolves when the caller is ready for more; throws when it has left. */
  write: (bytes: Uint8Array) => Promise<void>;
}

export type AnyContract = Rpc<object, unknown> | BytesRpc<object, unknown> | StreamRpc<object, unknown>;

/** How a contract is answered. */
export type AnswerForm = 'json' | 'bytes' | 'stream';

/** Contract of each subject that this process answers; the server reads its input class and access here. */
export const handledContracts = new Map<string, { contract: AnyContract; form: AnswerForm }>();

/** Answers `contract` with the decorated method `(input, context) => reply`. */
export function HandleRpc<In extends object, Out>(contract: Rpc<In, Out>) {
  return (target: object, key: string, descriptor: Handler<In, Out>): void =>
    register(target, key, descriptor, contract, 'json');
}

/** Answers a bytes contract; the method returns the JSON head and the payload. */
export function HandleBytesRpc<In extends object, Head>(contract: BytesRpc<In, Head>) {
  return (target: object, key: string, descriptor: Handler<In, BytesReply<Head>>): void =>
    register(target, key, descriptor, contract, 'bytes');
}

type StreamHandler<In, Tail> = { value?: (input: In, call: StreamedCall) => Promise<Tail> };

/** Answers a streamed contract; the method writes to the call and returns the tail. */
export function HandleStream<In extends object, Tail>(contract: StreamRpc<In, Tail>) {
  return (target: object, key: string, descriptor: StreamHandler<In, Tail>): void =>
    register(target, key, descriptor, contract, 'stream');
}

/** Nest would turn every error into "Internal server error"; the server itself renders them. */
@Catch()
class PassErrors implements ExceptionFilter {
  catch(thrown: unknown): Observable<never> {
    return throwError(() => thrown);
  }
}

function register(target: object, key: string, descriptor: object, contract: AnyContract, form: AnswerForm): void {
  handledContracts.set(contract.subject, { contract, form });
  UseFilters(new PassErrors())(target, key, descriptor as PropertyDescriptor);
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
  MessagePattern(contract.subject)(target, key, descriptor as PropertyDescriptor);
}
