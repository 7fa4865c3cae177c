/** One request of an attacker. */
import type { Credential } from '../harness/organizations.js';

export interface Request {
  /** What sets its bound of time. */
  kind: 'telemetry' | 'statement' | 'call';
  /** What it is, so that it can be sent again. */
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Over gRPC: the body is the message, and of the headers its encoding counts alone. */
  grpc?: boolean;
  body?: Uint8Array | string;
  /** Whose credential is sent with it; a push connector's is in its headers. */
  as: Credential;
}

export const jsonRequest = (
  request: Pick<Request, 'kind' | 'method' | 'path' | 'as'> & { what?: string },
  body?: unknown,
): Request => ({
  what: `${request.method} ${request.path.slice(0, 300)}`,
  ...request,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
