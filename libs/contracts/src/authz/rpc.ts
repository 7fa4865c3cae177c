import type { Access, ContextAccess } from './iam-context.js';
import type { Concerned } from './denials.js';
import type { ResourceType } from './decisions.js';

export type Constructor<T> = new () => T;

/**
 * Who may call: callers with a verified IAM context that passes the access, with any such context, with any of an
 * organization that is not disabled, or only the product's own services.
 */
export type RpcAccess = Access | ContextAccess | 'internal';

/**
 * Whether what a message changes is in the audit log (ACCESS-13), or why it is not. `e2e/system/isolation/audited-operations.system.spec.ts`
 * calls every recorded one and looks for its record.
 */
export type Audit = 'recorded' | { not: string };

interface RpcOptions {
  audit?: Audit;
  timeoutMs?: number;
}

/** Asks for a permission to read in each scope that it is open to. What is open without a permission may change something. */
type ReadAccess = { organization: `${string}.read` } | { system: `${string}.read` };
type ReadOnly = ReadAccess & { organization?: `${string}.read`; system?: `${string}.read` };

/** What is not read-only has to say what becomes of its record. */
type Declared<A, Options> = A extends ReadOnly ? [options?: Options] : [options: Options & { audit: Audit }];

/** Of a message that is not read-only by its access, and changes nothing all the same. */
export const READS = { audit: { not: 'reads' } } as const;

/** That a message is about resources which callers may hold one by one, and which of them an input names. */
export interface HeldOn<In> {
  type: ResourceType;
  /** Undefined where it names none and means all. */
  idsOf(input: In): readonly string[] | undefined;
}

/**
 * One request/reply message of the bus, shared by caller and handler. Inputs are classes with class-validator
 * decorators: the handler's side validates them once, unknown members are refused.
 */
export interface Rpc<In extends object, Out> {
  subject: string;
  input: Constructor<In>;
  access: RpcAccess;
  audit?: Audit;
  timeoutMs: number;
  /** Absent: nothing that is held on single resources opens this message. */
  heldOn?: HeldOn<In>;
  /** Never set: carries the reply type for the compiler. */
  output?: Out;
}

export function rpc<Out>() {
  return <In extends object, const A extends RpcAccess>(
    subject: string,
    input: Constructor<In>,
    access: A,
    ...[options]: Declared<A, RpcOptions>
  ): Rpc<In, Out> => ({ subject, input, access, timeoutMs: 5_000, ...options });
}

/** For messages that carry nothing. */
export class Empty {}

/**
 * A request/reply message whose answer is raw bytes with a small JSON header, for payloads that JSON would bloat.
 * Only the product's own services call these.
 */
export interface BytesRpc<In extends object, Head> {
  subject: string;
  input: Constructor<In>;
  audit: Audit;
  timeoutMs: number;
  head?: Head;
}

export function bytesRpc<Head>() {
  return <In extends object>(
    subject: string,
    input: Constructor<In>,
    options: RpcOptions & { audit: Audit },
  ): BytesRpc<In, Head> => ({ subject, input, timeoutMs: 10_000, ...options });
}

/**
 * A message that is answered by bytes of any length, as fast as the caller takes them, and a JSON tail that says how it
 * went. It lasts as long as both sides want it to; a caller that leaves cancels it.
 */
export interface StreamRpc<In extends object, Tail> {
  subject: string;
  input: Constructor<In>;
  access: RpcAccess;
  audit?: Audit;
  heldOn?: HeldOn<In>;
  tail?: Tail;
}

export function streamRpc<Tail>() {
  return <In extends object, const A extends RpcAccess>(
    subject: string,
    input: Constructor<In>,
    access: A,
    ...[options]: Declared<A, { audit?: Audit }>
  ): StreamRpc<In, Tail> => ({ subject, input, access, ...options });
}

/** Opens a message to what callers hold on single resources. The handler reads no other resource than `idsOf` names. */
export const heldOn = <In extends object, Contract extends { input: Constructor<In> }>(
  contract: Contract & { input: Constructor<In> },
  type: ResourceType,
  idsOf: (input: In) => readonly string[] | undefined,
): Contract => ({ ...contract, heldOn: { type, idsOf } satisfies HeldOn<In> });

type HeldContract = { subject: string; access?: RpcAccess; heldOn?: HeldOn<never> };

/** What a message with this input is about, as `heldDenialOf` asks; undefined where nothing held opens it. */
export function concernedBy({ subject, access, heldOn: on }: HeldContract, input: object): Concerned | undefined {
  if (on === undefined || access === undefined) return undefined;
  return {
    subject,
    permission: permissionOf(access),
    resource_type: on.type,
    resource_ids: on.idsOf(input as never),
  };
}

/** The permission that a message needs in an organization. */
export const permissionOf = (access: RpcAccess): string | undefined =>
  typeof access === 'object' ? access.organization : undefined;
