import { Injectable, SetMetadata } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { heldContexts, useGrant } from '@spanwise/contracts/iam/held-resources';
import type { HeldOn, Rpc, RpcAccess } from '@spanwise/contracts/authz/rpc';
import type { Caller, HeldCaller } from './authentication.js';

export const HELD_KEY = 'spanwise:held';

/** A message that what callers hold on single resources opens. */
export interface HeldContract {
  subject: string;
  access: RpcAccess;
  heldOn?: HeldOn<never>;
}

/**
 * The route sends this message: a caller who lacks its permission and holds it on single resources is let through, with
 * `held` set. The handler calls by `HeldCalls`; one that uses the caller's own context is refused by the service.
 */
export const OpenToHeld = (contract: HeldContract) => SetMetadata(HELD_KEY, contract);

/** Calls that may rest on what the caller holds on single resources, asked of iam each time. */
@Injectable()
export class HeldCalls {
  constructor(private readonly bus: Bus) {}

  /** Contexts in which the caller may do this on the resource, or on what they hold of their own organization. */
  contexts({ signed }: Caller, contract: HeldContract, id?: string): Promise<HeldCaller[]> {
    const asked = { operation: contract.subject, ...(id !== undefined && { id }) };
    return this.bus.rpc.call(heldContexts, asked, signed);
  }

  /** A resource of the caller's organization, else one of another organization that is granted to the caller. */
  async byId<In extends { id: string }, Out>(contract: Rpc<In, Out>, input: In, caller: Caller): Promise<Out> {
    if (caller.held !== undefined) return this.first(contract, input, caller.held);
    try {
      return await this.bus.rpc.call(contract, input, caller.signed);
    } catch (error) {
      const { subject_type: type, scope } = caller.context;
      if (!isAbsent(error) || type !== 'user' || scope !== 'organization') throw error;
      return this.first(contract, input, await this.contexts(caller, contract, input.id), error);
    }
  }

  /** All resources of a kind that the caller may see in their own organization. */
  ofAll<In extends { held_ids?: string[] }, Out>(
    contract: Rpc<In, Out>,
    input: Omit<NoInfer<In>, 'held_ids'>,
    caller: Caller,
  ): Promise<Out> {
    return this.bus.rpc.call(contract, { ...input, ...heldIdsOf(caller) } as In, contextOfAll(caller));
  }

  private async first<In extends { id: string }, Out>(
    contract: Rpc<In, Out>,
    input: In,
    held: readonly HeldCaller[],
    otherwise?: unknown,
  ): Promise<Out> {
    let absent = otherwise;
    for (const one of held) {
      try {
        const answer = await this.bus.rpc.call(contract, input, one.signed);
        await this.noteUse(one, contract.subject, input.id);
        return answer;
      } catch (error) {
        if (!isAbsent(error)) throw error;
        absent ??= error;
      }
    }
    throw absent;
  }

  /** No answer about another organization leaves before that organization's log has it. */
  private async noteUse({ context }: HeldCaller, operation: string, id: string): Promise<void> {
    const reader = context.held!.reader_organization_id;
    if (reader === context.organization_id) return;
    const caller = { subject: context.subject, credential_id: context.credential_id, organization_id: reader };
    await this.bus.rpc.call(useGrant, {
      caller,
      operation,
      organization_id: context.organization_id,
      resource_id: id,
    });
  }
}

/** What a message about all resources of a kind says besides for this caller, and the context that goes with it. */
export const heldIdsOf = ({ held }: Caller): { held_ids?: string[] } =>
  held === undefined ? {} : { held_ids: held[0]!.context.held!.resource_ids };
export const contextOfAll = ({ held, signed }: Caller): string => (held === undefined ? signed : held[0]!.signed);

const isAbsent = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'not_found';
