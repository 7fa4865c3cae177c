import { Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { IamContext } from '@spanwise/contracts/iam-context';
import type { BytesRpc, Rpc } from '@spanwise/contracts/rpc';

/** What a handler knows of a call besides its input. */
export interface RpcCall {
  /** Verified; `undefined` only on contracts between the product's own services. */
  context: IamContext | undefined;
}

/** The call of a contract that needs a context: the server refuses it without one, so it is always there. */
export interface ScopedCall extends RpcCall {
  context: IamContext;
}

export interface BytesReply<Head> {
  head: Head;
  payload: Uint8Array;
}

type Handler<In, Out> = { value?: (input: In, call: ScopedCall) => Promise<Out> };

export type AnyContract = Rpc<object, unknown> | BytesRpc<object, unknown>;

/** Contract of each subject that this process answers; the server reads its input class and access here. */
export const handledContracts = new Map<string, { contract: AnyContract; bytes: boolean }>();

/** Answers `contract` with the decorated method `(input, call) => reply`. */
export function HandleRpc<In extends object, Out>(contract: Rpc<In, Out>) {
  return (target: object, key: string, descriptor: Handler<In, Out>): void =>
    register(target, key, descriptor, contract as unknown as AnyContract, false);
}

/** Answers a bytes contract; the method returns the JSON head and the payload. */
export function HandleBytesRpc<In extends object, Head>(contract: BytesRpc<In, Head>) {
  return (target: object, key: string, descriptor: Handler<In, BytesReply<Head>>): void =>
    register(target, key, descriptor, contract as unknown as AnyContract, true);
}

/** Nest would turn every error into "Internal server error"; the server itself renders them. */
@Catch()
class PassErrors implements ExceptionFilter {
  catch(thrown: unknown): Observable<never> {
    return throwError(() => thrown);
  }
}

function register(target: object, key: string, descriptor: object, contract: AnyContract, bytes: boolean): void {
  handledContracts.set(contract.subject, { contract, bytes });
  UseFilters(new PassErrors())(target, key, descriptor as PropertyDescriptor);
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
  MessagePattern(contract.subject)(target, key, descriptor as PropertyDescriptor);
}
