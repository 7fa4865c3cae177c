export interface Answer {
  status: number;
  text: string;
}

export async function call(
  baseUrl: string,
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** The body of an answer that has to be a success. */
export async function must<T>(baseUrl: string, line: string, token: string | undefined, body?: object): Promise<T> {
  const [method, path] = line.split(' ');
  const { status, text } = await call(baseUrl, method!, path!, token, body);
  if (status >= 300) throw new Error(`${line} answered ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}
