/**
 * The cells that have to be allowed: what is held on one stream or saved search, by a bound role and by a grant of the
 * rival, at every operation that says it may rest on that; the same once it is taken back; and its neighbours meanwhile.
 */
import type { NatsConnection } from 'nats';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { gatewayBus } from '../harness/gateway-bus.js';
import type { Product } from '../harness/product.js';
import { call, must, type Answer } from '../harness/http.js';
import type { Operation } from './operations.js';
import { MARK } from './rival.js';
import { narrowedFaults } from './narrowed-contexts.js';
import type { World } from './world.js';

const viewer = BUILTIN_ROLES.find((role) => role.key === 'viewer')!.id;
const READS: Record<string, string[]> = {
  stream: ['streams.read', 'streams.query'],
  saved_view: ['saved_views.read'],
};
const FOREVER = { start: 0, end: 4_000_000_000_000_000 };
/** An unknown trace: a caller who may look for it finds nothing. */
const TRACE = '0123456789abcdef'.repeat(2);
/** Bodies of the views of a stream's records. */
const VIEWS: Record<string, ((stream: string) => object) | undefined> = {
  '/api/v1/web/logs': (stream) => ({ stream }),
  '/api/v1/query/search_around': (stream) => ({ stream, event_timestamp_us: 1 }),
  '/api/v1/web/field_statistics': (stream) => ({ stream, field: 'body' }),
  '/api/v1/web/histogram': (stream) => ({ stream, from: FOREVER.start, to: FOREVER.end }),
};
/** Views that refuse a stream that is not there; the others are empty. */
const REFUSING = ['/api/v1/web/field_statistics', '/api/v1/web/histogram'];

/** One resource of a kind, as a caller names it: by its id, and in a statement. */
interface Thing {
  kind: string;
  id: string;
  name: string;
  /** As views of its records name it: without its organization. */
  stream: string;
}

/** What is wrong, a sentence each. */
export async function heldFaults(product: Product, world: World, operations: readonly Operation[]): Promise<string[]> {
  const bus = await gatewayBus(product);
  try {
    const cells = new HeldCells(
      world,
      operations.filter(({ heldOn }) => heldOn !== undefined),
      bus,
    );
    for (const kind of Object.keys(READS)) {
      await cells.boundRole(kind);
      await cells.grant(kind);
    }
    return cells.wrong;
  } finally {
    await bus.close();
  }
}

class HeldCells {
  readonly wrong: string[] = [];

  constructor(
    private readonly world: World,
    private readonly operations: readonly Operation[],
    private readonly bus: NatsConnection,
  ) {
    const unknown = operations.filter(({ heldOn }) => READS[heldOn!] === undefined);
    if (unknown.length > 0) throw new Error(`the matrix knows no ${unknown[0]!.heldOn} to give`);
  }

  /** Of the attacker's own organization, to a member whose role permits nothing. */
  async boundRole(kind: string): Promise<void> {
    const { owner, bare } = this.world.callers;
    const [given, other] = await this.things(kind, owner, 'acme');
    const { value } = await this.make<{ value: { id: string } }>('POST /api/v1/iam/role-bindings', owner, {
      role_id: viewer,
      principal_type: 'user',
      principal_id: claimsOf(bare).sub,
      resource_type: kind,
      resource_id: given!.id,
    });
    for (const operation of this.of(kind)) {
      await this.expect(
        'a bound role',
        operation,
        given!,
        bare,
        [isTrace(operation) ? 404 : 200],
        [other!.id, other!.name],
      );
      await this.expect('a bound role on a neighbour', operation, other!, bare, absentOf(operation, 403));
    }
    await must(this.world.baseUrl, `DELETE /api/v1/iam/role-bindings/${value.id}`, owner);
    for (const operation of this.of(kind)) await this.expect('a role taken back', operation, given!, bare, [403]);
  }

  /** Of the rival, to the attacker's organization; lists and views of records stay each organization's own. */
  async grant(kind: string): Promise<void> {
    const { owner, bare } = this.world.callers;
    const [given, other] = await this.things(kind, this.world.boss, MARK, `"${MARK}".`);
    const { value } = await this.make<{ value: { id: string } }>('POST /api/v1/iam/cross-org-grants', this.world.boss, {
      target_organization_id: claimsOf(owner).org_id,
      grantee_type: 'organization',
      grantee_id: claimsOf(owner).org_id,
      resource_type: kind,
      resource_selector: { ids: [given!.id] },
      permissions: READS[kind],
    });
    for (const operation of this.of(kind)) await this.denied('a grant that is not accepted', operation, given!);
    await must(this.world.baseUrl, `POST /api/v1/iam/cross-org-grants/${value.id}/accept`, owner);
    for (const operation of this.of(kind)) {
      if (isOwn(operation)) await this.denied('a grant', operation, given!);
      else
        for (const token of [owner, bare]) await this.expect('a grant', operation, given!, token, [200], [other!.id]);
      await this.denied('a grant of a neighbour', operation, other!, true);
    }
    this.wrong.push(...(await narrowedFaults(this.bus, this.world.callers.bare, kind, given!.id, other!.id)));
    await must(this.world.baseUrl, `POST /api/v1/iam/cross-org-grants/${value.id}/revoke`, this.world.boss);
    for (const operation of this.of(kind)) await this.denied('a revoked grant', operation, given!);
  }

  /** A caller who may do it at home finds nothing of the rival, and one who may not is refused, or finds nothing. */
  private async denied(cell: string, operation: Operation, thing: Thing, holds = false): Promise<void> {
    const { owner, bare } = this.world.callers;
    await this.expect(cell, operation, thing, owner, absentOf(operation, 404), [thing.id, `${MARK} `]);
    const refused = holds && isQuery(operation) ? [400] : [403];
    await this.expect(cell, operation, thing, bare, refused, [thing.id, `${MARK} `]);
  }

  private async expect(
    cell: string,
    operation: Operation,
    thing: Thing,
    token: string,
    statuses: number[],
    hidden: string[] = [],
  ): Promise<void> {
    const { status, text } = await this.ask(operation, thing, token);
    const where = `${operation.method} ${operation.path} with ${cell} on a ${thing.kind}`;
    if (!statuses.includes(status))
      this.wrong.push(`${where}: answered ${status}, not ${statuses.join(' or ')}: ${text.slice(0, 200)}`);
    const shown = hidden.find((one) => !asked(operation, thing).includes(one) && text.includes(one));
    if (shown !== undefined) this.wrong.push(`${where}: shows ${shown}`);
  }

  private ask({ method, path }: Operation, { id, name, stream }: Thing, token: string): Promise<Answer> {
    const statement = `select count(*) from ${name}`;
    const query = new URLSearchParams({ sql: statement, from: String(FOREVER.start), to: String(FOREVER.end) });
    const filled = path.replace('{id}', id).replace('{trace_id}', TRACE);
    const url = path.endsWith('/query/stream') && method === 'GET' ? `${filled}?${query}` : filled;
    const body = VIEWS[path]?.(stream) ?? { language: 'sql', statement, time_range: FOREVER };
    return call(this.world.baseUrl, method, url, token, method === 'POST' ? body : undefined);
  }

  /** Two of a kind: one to give, and its neighbour. */
  private things(kind: string, token: string, mark: string, catalog = ''): Promise<Thing[]> {
    return Promise.all(
      ['given', 'neighbour'].map(async (which) => {
        const name = `${mark}_${which}_${kind}`;
        const view = { name, language: 'sql', statement: `select '${mark}'`, time_range_secs: 60 };
        const { id } =
          kind === 'stream'
            ? await this.make<{ id: string }>('POST /api/v1/streams', token, { name, stream_type: 'logs' })
            : await this.make<{ id: string }>('POST /api/v1/saved_views', token, view);
        return { kind, id, name: `${catalog}logs."${name}"`, stream: name };
      }),
    );
  }

  private make<T>(line: string, token: string, body: object): Promise<T> {
    return must<T>(this.world.baseUrl, line, token, body);
  }

  private of(kind: string): Operation[] {
    return this.operations.filter(({ heldOn }) => heldOn === kind);
  }
}

const isView = ({ path }: Operation): boolean => VIEWS[path] !== undefined || path.includes('trace');
const isTrace = ({ path }: Operation): boolean => path.endsWith('{trace_id}');
const isQuery = (operation: Operation): boolean => operation.path.includes('/query') && !isView(operation);
const isList = (operation: Operation): boolean =>
  !operation.path.includes('{id}') && !isQuery(operation) && !isView(operation);
/** Answers about the caller's own organization alone. */
const isOwn = (operation: Operation): boolean => isList(operation) || isView(operation);

/** What is answered where there is no such thing for a caller who may ask; `byId` where its id is in the path. */
function absentOf(operation: Operation, byId: number): number[] {
  if (isTrace(operation)) return [404];
  if (isQuery(operation) || REFUSING.includes(operation.path)) return [400];
  return isOwn(operation) ? [200] : [byId];
}

/** What the request itself holds, which an answer may repeat. */
const asked = (operation: Operation, { id, name }: Thing): string => (isList(operation) ? '' : `${id} ${name}`);

const claimsOf = (token: string): { sub: string; org_id: string } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string; org_id: string };
