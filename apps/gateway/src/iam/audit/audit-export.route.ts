/** The audit log as a file: a raw Fastify route, because it is written while it is read. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { tooManyRequests } from '@spanwise/contracts/base/errors';
import { AuditFilter, readAudit, recordExport, type AuditPage } from '@spanwise/contracts/iam/audit';
import { sendError } from '@spanwise/host/http-server';
import type { Logger } from '@spanwise/host/logger';
import { whenClosed } from '@spanwise/host/when-closed';
import { authorize } from '../../edge/auth/access.guard.js';
import type { Authentication } from '../../edge/auth/authentication.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import type { RequestLimits } from '../../edge/limits/request-limits.js';

type ExportAccess = { organization: string } | { system: string };

const described = <A extends ExportAccess>(route: string, access: A, id: string, whose: string) =>
  ({
    method: 'get',
    route,
    access,
    id,
    summary: `Audit log of ${whose} as a file`,
    description:
      'One record per line, newest first, matching the filters. An aborted file has no proper end. One export per organization at a time.',
    query: AuditFilter,
    rawAnswer: { required: true, contents: { 'application/x-ndjson': 'Records of the audit log' } },
    refusals: {
      resource_exhausted: 'Another export of this organization is running. Retry after `Retry-After` seconds.',
    },
  }) as const satisfies RawRoute;

export const AUDIT_EXPORT_ROUTES = [
  described('/api/v1/audit/export', { organization: 'audit.read' }, 'exportAudit', 'the organization'),
  described('/api/v1/system/audit/export', { system: 'sys.telemetry.read' }, 'exportSystemAudit', 'the platform'),
];

const PAGE = 200;
const RETRY_SECONDS = 10;

export interface AuditExport {
  authentication: Authentication;
  limits: RequestLimits;
  rpc: RpcClient;
  logger: Logger;
}

export function registerAuditExport(server: FastifyInstance, parts: AuditExport): void {
  /** Organizations whose log is being exported: each has one reader, however long its log is. */
  const underWay = new Set<string>();
  void server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(error, request.scope, request, reply, parts.logger));
    for (const { route, access } of AUDIT_EXPORT_ROUTES)
      scope.get(route, (request, reply) => exportAudit(parts, access, underWay, request, reply));
  });
}

async function exportAudit(
  { authentication, limits, rpc }: AuditExport,
  access: { organization?: string; system?: string },
  underWay: Set<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, signed } = await authorize(authentication, request, access);
  limits.takeCall(context);
  const filter = parseQuery(AuditFilter, request.query, []);
  const organizationId = context.organization_id;
  if (underWay.has(organizationId)) {
    throw tooManyRequests('The audit log of this organization is being exported already.', RETRY_SECONDS);
  }
  underWay.add(organizationId);
  whenClosed(reply.raw, () => underWay.delete(organizationId));
  // A context lives for seconds and an export for minutes: each page is asked for by the credential as it holds then.
  const page = async (cursor?: string): Promise<AuditPage> => {
    const caller = await authorize(authentication, request, access);
    return rpc.call(readAudit, { ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) }, caller.signed);
  };
  // What refuses the export is an answer, not the end of a file. It is in the log before a line of the log leaves.
  await rpc.call(recordExport, filter, signed);
  const first = await page();
  return reply
    .type('application/x-ndjson')
    .header('Content-Disposition', 'attachment; filename="audit.ndjson"')
    .send(Readable.from(lines(first, page)));
}

async function* lines(first: AuditPage, next: (cursor: string) => Promise<AuditPage>): AsyncGenerator<string> {
  for (let page = first; ; page = await next(page.next_cursor)) {
    if (page.items.length > 0) yield page.items.map((record) => `${JSON.stringify(record)}\n`).join('');
    if (page.next_cursor === undefined) return;
  }
}
