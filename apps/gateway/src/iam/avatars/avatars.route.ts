/** Upload and delivery of users' pictures: raw routes, because their bodies are bytes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { forbidden, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import { AVATAR_CONTENT_TYPE, AvatarFile, readAvatar, setAvatar } from '@spanwise/contracts/iam/avatars';
import { parse } from '@spanwise/contracts/authz/parse';
import { authorize } from '../../edge/auth/access.guard.js';
import type { Authentication } from '../../edge/auth/authentication.js';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import type { RequestLimits } from '../../edge/limits/request-limits.js';
import type { AvatarEncoder } from './avatar-encoder.js';
import { AVATAR_TYPES, beginsAs, MAX_AVATAR_BYTES } from './avatar-limits.js';

export const UPLOAD_AVATAR: RawRoute = {
  method: 'post',
  route: '/api/v1/me/avatar',
  id: 'uploadAvatar',
  summary: 'Set the caller’s avatar',
  description: `The body is the image. Its first frame is re-encoded, 256 pixels square, without metadata.
At most 2 MiB and 4096 pixels per edge.`,
  access: 'any-context',
  answer: 'Profile',
  rawBody: {
    required: true,
    contents: Object.fromEntries(AVATAR_TYPES.map((type) => [type, 'The picture'])),
  },
  refusals: {
    forbidden: 'An API token changes no account.',
    payload_too_large: 'The picture is larger than 2 MiB.',
    resource_exhausted: 'Too many pictures, or requests, at once.',
  },
};

export const AVATAR: RawRoute = {
  method: 'get',
  route: '/api/v1/public/avatars/:user_id/:file',
  id: 'avatar',
  summary: 'A user’s avatar',
  description: 'Public to clients that know the URL. Immutable.',
  access: 'public',
  path: { user_id: 'Id of the user', file: 'Name of the picture' },
  rawAnswer: { required: true, contents: { 'image/webp': 'The picture, 256 pixels square' } },
};

export interface AvatarRoutes {
  rpc: RpcClient;
  authentication: Authentication;
  limits: RequestLimits;
  encoder: AvatarEncoder;
}

/** The same for every picture, whatever was sent. */
const FIXED_HEADERS = {
  'Content-Type': AVATAR_CONTENT_TYPE,
  'Content-Disposition': 'inline; filename="avatar.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

export function registerAvatarRoutes(server: FastifyInstance, routes: AvatarRoutes): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_AVATAR_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Before the body is read: a caller who may not send costs no memory.
    const onRequest = async (request: FastifyRequest) => {
      const { context } = await authorize(routes.authentication, request, 'any-context');
      routes.limits.takeCall(context);
      if (context.subject_type !== 'user') throw forbidden('An API token cannot do this: sign in.');
    };
    scope.post(UPLOAD_AVATAR.route, { bodyLimit: MAX_AVATAR_BYTES, onRequest }, (request, reply) =>
      upload(routes, request, reply),
    );
    scope.get(AVATAR.route, async (request, reply) => {
      const { image_base64: image } = await routes.rpc.call(readAvatar, fileOf(request.params));
      return reply.headers(FIXED_HEADERS).send(Buffer.from(image, 'base64'));
    });
  });
}

async function upload(routes: AvatarRoutes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!beginsAs(type, body)) {
    throw invalidArgument('The body must be a PNG, JPEG, WebP or GIF, and the content type must say which.');
  }
  const image = await routes.encoder.encode(body);
  const picture = { image_base64: image.toString('base64') };
  return reply.status(200).send(await routes.rpc.call(setAvatar, picture, request.caller!.signed));
}

function fileOf(params: unknown): AvatarFile {
  try {
    return parse(AvatarFile, params);
  } catch {
    throw notFound('There is no such picture.');
  }
}
