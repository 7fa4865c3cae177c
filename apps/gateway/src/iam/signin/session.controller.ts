import { Body, Controller, Delete, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { SignIn, signOut } from '@spanwise/contracts/iam/iam';
import { OrgId, selectOrg, type BrowserSession, type SelectedOrg } from '@spanwise/contracts/iam/orgs';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnyContext, Public } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { endedSessionCookie, requireOwnOrigin, sessionCookie, sessionOf } from '../../edge/auth/session-cookie.js';
import { GatewayConfig } from '../../config.js';
import { Operation, OperationWithoutAnswer } from '../../edge/openapi/operation.js';
import { signInDevice } from './device.js';

const SESSION_PATH = '/api/v1/auth/session';
const OF_OWN_PAGES = 'The request is not of a page of this origin.';

/** Sessions of browsers: the token goes into a cookie that no script can read, and into no body (ACCESS-17). */
@Controller()
export class SessionController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Public()
  @Operation('BrowserSession', {
    summary: 'Sign in, with the session in a cookie',
    description: `For pages of this origin. Like \`POST /api/v1/auth/signin\`, but the token is in the cookie \`spanwise_session\`
(\`__Host-spanwise_session\` over TLS; \`HttpOnly\`, \`SameSite=Strict\`) and not in the answer. A request with it and without
\`Authorization\` is its caller's; one that is no \`GET\` or \`HEAD\` has to come from a page of this origin. Intake does not take it.`,
    body: SignIn,
    refusals: {
      unauthorized: 'The e-mail or the password is wrong.',
      forbidden: `The user is disabled, or has no enabled organization. ${OF_OWN_PAGES}`,
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post(SESSION_PATH)
  @HttpCode(200)
  async begin(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserSession> {
    const { baseUrl } = this.config.values;
    const attempt = parse(SignIn, body);
    requireOwnOrigin(request, baseUrl);
    const { answer, cookie } = await signInDevice(this.bus.rpc, attempt, request, SESSION_PATH, baseUrl);
    void reply.header('Set-Cookie', [cookie, sessionCookie(answer.token, baseUrl)]);
    return sessionFrom(answer);
  }

  @AnyContext()
  @Operation('BrowserSession', {
    summary: 'Switch organization, with the session in a cookie',
    description:
      'The cookie is replaced and the previous session ends. In the organization of the platform it holds for an hour.',
    body: OrgId,
    refusals: {
      forbidden: `The caller is no member, or the organization is disabled. ${OF_OWN_PAGES}`,
      invalid_argument: 'The request has no session cookie: a bearer goes by `POST /api/v1/orgs/{id}/select`.',
    },
  })
  @Post(`${SESSION_PATH}/organization`)
  @HttpCode(200)
  async select(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserSession> {
    const { baseUrl } = this.config.values;
    const organization = parse(OrgId, body);
    this.requireCookie(request);
    const selected = await this.bus.rpc.call(selectOrg, organization, caller.signed);
    await this.bus.rpc.call(signOut, new Empty(), caller.signed);
    void reply.header('Set-Cookie', sessionCookie(selected.token, baseUrl));
    return sessionFrom(selected);
  }

  @AnyContext()
  @OperationWithoutAnswer({
    summary: 'Sign out of the session in the cookie',
    refusals: { forbidden: OF_OWN_PAGES, invalid_argument: 'The request has no session cookie.' },
  })
  @Delete(SESSION_PATH)
  @HttpCode(204)
  async end(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.requireCookie(request);
    await this.bus.rpc.call(signOut, new Empty(), caller.signed);
    void reply.header('Set-Cookie', endedSessionCookie(this.config.values.baseUrl));
  }

  private requireCookie(request: FastifyRequest): void {
    if (sessionOf(request, this.config.values.baseUrl) === undefined)
      throw invalidArgument('The request has no session cookie.');
  }
}

const sessionFrom = ({
  user_id,
  org_id,
  org_name,
  display_role,
  roles,
}: Omit<SelectedOrg, 'system' | 'token'>): BrowserSession => ({ user_id, org_id, org_name, display_role, roles });
