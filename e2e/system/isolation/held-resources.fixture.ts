/** Calls of several people to one product, and what they give each other. */
import type { Answer } from '../../src/http-call.js';
import type { Client } from '../../src/product.fixture.js';

const PASSWORD = 'correct horse 9 battery';

export interface Person {
  token: string;
  user_id: string;
  org_id: string;
}
export interface Made {
  id: string;
}
type Rows = Answer<{ rows?: unknown[][]; message?: string }>;

export function callsOf(client: () => Client) {
  const call = <T = Record<string, unknown>>(line: string, token: string, body?: object) =>
    client().call<T>(line, { token, ...(body && { body }) });

  async function must<T>(line: string, token: string, body?: object): Promise<T> {
    const answer = await call<T>(line, token, body);
    if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function person(name: string, token: string, roleId: string): Promise<Person> {
    const email = `${name}@example.org`;
    await must('POST /users', token, { email, display_name: name, password: PASSWORD, role_ids: [roleId] });
    return must<Person>('POST /auth/signin', token, { email, password: PASSWORD });
  }

  async function bareRole(token: string): Promise<string> {
    return (await must<Made>('POST /roles', token, { key: 'bare', name: 'Bare', permissions: ['rum.write'] })).id;
  }

  const saved = async (name: string, token: string): Promise<string> => {
    const body = { name, language: 'sql', statement: `select '${name}'`, time_range_secs: 60 };
    return (await must<Made>('POST /saved_views', token, body)).id;
  };

  async function sendLine(token: string, name: string, line: string): Promise<void> {
    await must(`POST /ingest/logs/${name}`, token, [
      { _timestamp: Date.now() * 1_000, body: line, trace_id: 'ab'.repeat(16) },
    ] as object);
  }

  const query = (statement: string, token: string): Promise<Rows> => {
    const time_range = { start: (Date.now() - 3_600_000) * 1_000, end: (Date.now() + 60_000) * 1_000 };
    return call('POST /query', token, { language: 'sql', statement, time_range });
  };

  const idOf = async (name: string, token: string): Promise<string> =>
    (await must<(Made & { name: string })[]>(`GET /streams?q=${name}`, token)).find((one) => one.name === name)!.id;

  return { call, must, person, bareRole, saved, sendLine, query, idOf };
}
