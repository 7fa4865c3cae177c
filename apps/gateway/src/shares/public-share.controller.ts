import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { unauthorized } from '@spanwise/contracts/base/errors';
import {
  openShare,
  readShareSession,
  SharedQuery,
  ShareLink,
  UnlockShare,
  unlockShare,
  type OpenedShare,
  type SharedViewInfo,
  type ShareSession,
} from '@spanwise/contracts/iam/shares';
import { parse } from '@spanwise/contracts/authz/parse';
import type { SharedView } from '@spanwise/contracts/iam/shared-view';
import { Public } from '../edge/auth/access.js';
import { cookieOf, cookieText } from '../edge/auth/cookie.js';
import { GatewayConfig } from '../config.js';
import { RequestLimits, secretKey } from '../edge/limits/request-limits.js';
import { Operation } from '../edge/openapi/operation.js';
import { leavingOf } from '../telemetry/query/streamed-rows.js';
import { readSharedView } from './shared-view.js';

const COOKIE = 'spanwise_share';
const VIEWER_PATH = '/api/v1/public/share';
const DESCRIPTION = 'The session is the cookie that the link sets, or the header `X-Share-Session`.';
const REFUSALS = {
  unauthorized: 'There is no such session, or the share has ended.',
  resource_exhausted: 'Too many sessions from this address that do not hold.',
};
/** Nothing of a share is kept by what lies between, found by a search, or sent to where a page leads. */
const PRIVATE = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** The viewer's side of a share (ACCESS-15): no caller, but the secret of a link or of a session. */
@Public()
@Controller()
export class PublicShareController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly limits: RequestLimits,
  ) {}

  /** The link itself, for a browser: a session in a cookie, and on to what it shows. */
  @Get('s/:token')
  async follow(@Param('token') token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { session, expires_at_micros: expires } = await this.open(request, { token: token.slice(0, 256) });
    const seconds = Math.max(0, Math.floor((expires / 1_000 - Date.now()) / 1_000));
    const { baseUrl } = this.config.values;
    const cookie = cookieText([COOKIE, session], { path: VIEWER_PATH, seconds, sameSite: 'Lax', baseUrl });
    void reply.headers(PRIVATE).header('Set-Cookie', cookie).header('Location', VIEWER_PATH).status(302).send();
  }

  @Operation('ShareSession', {
    summary: 'Exchange a public link for a session',
    description: 'For 15 minutes at most. Unknown, expired and revoked links get the same answer.',
    body: ShareLink,
    refusals: { not_found: 'There is no such share.', unauthorized: 'The link is for members: sign in.' },
  })
  @Post('api/v1/public/share/exchange')
  @HttpCode(200)
  exchange(@Body() body: unknown, @Req() request: FastifyRequest): Promise<ShareSession> {
    return this.open(request, parse(ShareLink, body));
  }

  @Operation('SharedViewInfo', {
    summary: 'The shared view of the session',
    description: DESCRIPTION,
    refusals: REFUSALS,
  })
  @Get('api/v1/public/share')
  async info(@Req() request: FastifyRequest): Promise<SharedViewInfo> {
    const { signed: _signed, context: _context, search: _search, ...info } = await this.session(request);
    return info;
  }

  @Operation('ShareUnlocked', {
    summary: 'Unlock a share with its password',
    description: DESCRIPTION,
    body: UnlockShare,
    refusals: {
      unauthorized: 'The password is wrong, or there is no such session.',
      not_found: 'The share has no view left.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post('api/v1/public/share/unlock')
  @HttpCode(200)
  unlock(@Body() body: unknown, @Req() request: FastifyRequest): Promise<{ unlocked: true }> {
    const { password } = parse(UnlockShare, body);
    const session = sessionOf(request);
    const work = () => this.bus.rpc.call(unlockShare, { session, password });
    return this.limits.throttleFailedAttempts(request.ip, secretKey('share session', session), work);
  }

  @Operation('SharedView', {
    summary: 'Query the shared view',
    description: `${DESCRIPTION} Filters and range are fixed by the share; a viewer chooses sort order, page and row count. 401 once the share is revoked.`,
    body: SharedQuery,
    refusals: REFUSALS,
  })
  @Post('api/v1/public/share/query')
  @HttpCode(200)
  async query(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<SharedView | void> {
    const wish = parse(SharedQuery, body);
    const share = await this.session(request);
    if (share.context !== undefined) this.limits.takeCall(share.context);
    const text = await readSharedView(this.bus, share, wish, leavingOf(reply));
    await reply.type('application/json').send(text);
  }

  private open({ ip }: FastifyRequest, link: ShareLink): Promise<ShareSession> {
    return this.limits.throttleFailures(ip, secretKey('share', link.token), () => this.bus.rpc.call(openShare, link));
  }

  private session(request: FastifyRequest): Promise<OpenedShare> {
    const session = sessionOf(request);
    const work = () => this.bus.rpc.call(readShareSession, { session });
    return this.limits.throttleFailures(request.ip, secretKey('share session', session), work);
  }
}

function sessionOf(request: FastifyRequest): string {
  const header = request.headers['x-share-session'];
  const secret = header ?? cookieOf(request, COOKIE);
  if (typeof secret !== 'string' || secret.length > 256) throw unauthorized();
  return secret;
}
