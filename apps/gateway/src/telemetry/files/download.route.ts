/** Files behind signed links: a raw route, because the link is the credential and the answer is bytes (ACCESS-14). */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import type { StreamClient, StreamReply } from '@spanwise/bus/stream-client';
import { unauthorized } from '@spanwise/contracts/base/errors';
import {
  DOWNLOAD_PATH,
  MAX_DOWNLOAD_TOKEN_CHARS,
  openDownload,
  type DownloadMethod,
  type OpenedDownload,
} from '@spanwise/contracts/iam/downloads';
import { readSearchJobFile, searchJobFile, type SearchJobFile } from '@spanwise/contracts/telemetry/search-jobs';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import { secretKey, type RequestLimits } from '../../edge/limits/request-limits.js';
import { leavingOf } from '../query/streamed-rows.js';
import { rangeOf } from './byte-range.js';

export const DOWNLOAD: RawRoute = {
  method: 'get',
  route: `${DOWNLOAD_PATH}:token`,
  id: 'downloadFile',
  summary: 'A file, by a signed link',
  description: `The link is the credential. One range of bytes is answered with 206, and \`If-Range\` with the \`ETag\` keeps it to the same
file. HEAD needs a link that was made for it.`,
  access: 'public',
  path: { token: 'Token of the link' },
  headers: { Range: 'One range of bytes', 'If-Range': 'The `ETag` of the file that the range is of' },
  rawAnswer: { required: true, contents: { 'application/x-ndjson': 'A JSON object a line' } },
  refusals: {
    unauthorized: 'The link does not hold, or is over.',
    not_found: 'The file no longer exists.',
    resource_exhausted: 'Too many links from this address that do not hold.',
  },
};

export interface DownloadRoutes {
  rpc: RpcClient;
  streams: StreamClient;
  limits: RequestLimits;
}

const READ_AHEAD_BYTES = 64 * 1024;
/** A file is kept by nothing between, run by no browser, and its address is sent to no other. */
const FIXED_HEADERS = {
  'Content-Type': 'application/x-ndjson',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Accept-Ranges': 'bytes',
};

export function registerDownloadRoutes(server: FastifyInstance, routes: DownloadRoutes): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD.route,
    handler: (request, reply) => download(routes, request, reply),
  });
}

async function download(routes: DownloadRoutes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(routes, request);
  routes.limits.takeCall(opened.context);
  const { object_id: id, signed } = opened;
  const file = await routes.rpc.call(searchJobFile, { id }, signed);
  void reply.headers({ ...FIXED_HEADERS, ...namesOf(id), ETag: file.etag });
  const { range, 'if-range': ifRange } = request.headers;
  const asked = rangeOf({ range, ifRange: ifRange as string | undefined }, file);
  if (asked === 'unsatisfiable') {
    return reply.status(416).header('Content-Range', `bytes */${file.bytes}`).removeHeader('Content-Type').send();
  }
  const { from, to } = asked ?? { from: 0, to: file.bytes };
  void reply.status(asked === undefined ? 200 : 206).header('Content-Length', to - from);
  if (asked !== undefined) void reply.header('Content-Range', `bytes ${from}-${to - 1}/${file.bytes}`);
  if (request.method === 'HEAD' || from === to) return reply.send();
  const bytes = await routes.streams.open(readSearchJobFile, { id, from, to }, signed, leavingOf(reply));
  return reply.send(bodyOf(bytes));
}

/** A piece ahead, not more: a slow reader slows the other side. */
const bodyOf = (bytes: StreamReply<SearchJobFile>): Readable =>
  Readable.from(bytes, { objectMode: false, highWaterMark: READ_AHEAD_BYTES });

/** The name is made of the id alone: nothing that a user has written comes into a header. */
const namesOf = (id: string) => ({
  'Content-Disposition': `attachment; filename="search-job-${id}.ndjson"; filename*=UTF-8''search-job-${id}.ndjson`,
});

function open({ rpc, limits }: DownloadRoutes, request: FastifyRequest): Promise<OpenedDownload> {
  const { token = '' } = request.params as { token?: string };
  const method = request.method as DownloadMethod;
  // The link is the whole credential: what stands beside it was not made here.
  const isWhole = !request.url.includes('?');
  return limits.throttleFailures(request.ip, secretKey('download', method, token, String(isWhole)), async () => {
    if (!isWhole || token.length > MAX_DOWNLOAD_TOKEN_CHARS) throw unauthorized();
    return rpc.call(openDownload, { token, method });
  });
}
