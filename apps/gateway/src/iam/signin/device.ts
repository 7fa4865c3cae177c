import type { RpcClient } from '@spanwise/bus/rpc-client';
import { signIn, type SignIn, type SignInReply } from '@spanwise/contracts/iam/iam';
import type { FastifyRequest } from 'fastify';
import { cookieOf, cookieText } from '../../edge/auth/cookie.js';

const DEVICE_COOKIE = 'spanwise_device';

/** Signs in with what an earlier success at `path` has left in the browser; `cookie` is what this one leaves. */
export async function signInDevice(
  rpc: RpcClient,
  attempt: SignIn,
  request: FastifyRequest,
  path: string,
  baseUrl: string,
): Promise<{ answer: SignInReply; cookie: string }> {
  const known = cookieOf(request, DEVICE_COOKIE)?.slice(0, 256);
  const { device, ...answer } = await rpc.call(signIn, { ...attempt, ...(known !== undefined && { device: known }) });
  const options = { path, seconds: device.seconds, sameSite: 'Strict', baseUrl } as const;
  return { answer, cookie: cookieText([DEVICE_COOKIE, device.token], options) };
}
