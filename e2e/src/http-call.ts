export interface CallOptions {
  token?: string;
  /** A text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

/** `line` is a method and a path below /api/v1. */
export async function httpCall<T>(baseUrl: string, line: string, options: CallOptions = {}): Promise<Answer<T>> {
  const [method, path] = line.split(' ');
  const { token, body, headers } = options;
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as T };
}
