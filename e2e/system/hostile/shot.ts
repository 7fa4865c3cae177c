/** One request of the attacker. */
export interface Shot {
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
  /** Whose credential goes with it; a push connector's stands in its headers. */
  as: Credential;
  /** What the names of the streams begin with that it makes. */
  streamPrefix?: string;
  /** It asks for what is not the caller's: a success is a fault. */
  forbidden?: boolean;
  /** It holds more than a request may: a success is a fault. */
  tooMany?: boolean;
}

/** `ingest` may send telemetry and nothing else, `viewer` may read and ask. */
export type Credential = 'ingest' | 'viewer' | 'owner' | 'none';

export const jsonShot = (
  shot: Pick<Shot, 'kind' | 'what' | 'method' | 'path' | 'as' | 'forbidden'>,
  body?: unknown,
): Shot => ({
  ...shot,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
