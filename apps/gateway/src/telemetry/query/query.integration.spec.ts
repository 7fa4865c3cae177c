import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { HandleStream, type StreamedCall } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { runQuery, type QuerySummary, type RunQuery } from '@spanwise/contracts/telemetry/query';
import { loadConfig, serviceVariables } from '@spanwise/host/config';
import { startService, type RunningService } from '@spanwise/host/service';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, TestGateway } from '../../gateway.fixture.js';

const asked: RunQuery[] = [];
let aborted = 0;
let written = 0;

/** apm as the gateway sees it: the statement says what becomes of the query. */
@Controller()
class PlayedApm {
  @HandleStream(runQuery)
  async run(input: RunQuery, call: StreamedCall): Promise<QuerySummary> {
    asked.push(input);
    call.signal.addEventListener('abort', () => aborted++);
    if (input.statement === 'wrong') throw invalidArgument('The statement cannot be read.');
    if (input.statement === 'silent') await new Promise((_, reject) => call.signal.addEventListener('abort', reject));
    if (input.statement === 'endless') {
      for (;;) {
        await call.write(Buffer.alloc(200_000, '{"a":1}\n'));
        written += 200_000;
      }
    }
    const lines = input.form === 'arrays' ? '[9007199254740993]\n[2]\n' : '{"n":9007199254740993}\n{"n":2}\n';
    for (const byte of lines) await call.write(Buffer.from(byte));
    if (input.statement === 'broken') throw invalidArgument('Row 3 is not a number.');
    return { columns: ['n'], rows: 2, scanned_rows: 5, took_ms: 7, partial: true, partial_reason: 'row_limit' };
  }
}

let gateway: TestGateway;
let apm: RunningService;
let token: string;

beforeAll(async () => {
  gateway = await TestGateway.start();
  token = gateway.iam.admit();
  const variables = serviceVariables(0);
  const config = loadConfig(variables, { PORT: '0', NATS_URL: gateway.nats.url, LOG_LEVEL: 'silent' });
  apm = await startService(
    {
      name: 'apm',
      variables,
      module: async (values, host) => ({
        module: class TestModule {},
        controllers: [PlayedApm],
        providers: [{ provide: Bus, useValue: await Bus.connect(host, values) }],
      }),
      configure: (app, _values, host) => serveRpc(app, host, app.get(Bus)),
    },
    config,
  );
});
afterAll(async () => {
  await apm.stop();
  await gateway.stop();
});
beforeEach(() => {
  asked.length = 0;
  aborted = 0;
  written = 0;
});

const body = (statement: string, more: object = {}) => ({
  language: 'sql',
  statement,
  time_range: { start: 1, end: 2 },
  ...more,
});
const post = (path: string, sent: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  gateway.fetch(`/api/v1/query${path}`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
    ...(signal && { signal }),
  });

describe('a query (QUERY-1, QUERY-2)', () => {
  it('is answered with columns and rows, whose integers keep all digits, under its id', async () => {
    const response = await post('', body('select', { org_id: 'ignored', limit: 2 }));
    expect(response.headers.get('x-query-id')).toBe(asked[0]!.query_id);
    expect(await response.text()).toBe(
      '{"columns":["n"],"rows":[[9007199254740993],[2]],"scanned_rows":5,"took_ms":7,"partial":true,"partial_reason":"row_limit"}',
    );
    expect(asked[0]).toMatchObject({ form: 'arrays', limit: 2, statement: 'select' });
  });

  it.each([
    ['by what it accepts', () => post('', body('select'), { accept: 'application/x-ndjson' })],
    ['by its route', () => post('/stream', body('select'))],
    ['by its address', () => gateway.fetch('/api/v1/query/stream?sql=select&from=1&to=2&stream_type=logs', { token })],
  ])('streams one row a line %s, and says at the end how it went', async (_, send) => {
    const response = await send();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect((await response.text()).split('\n')).toEqual([
      '{"n":9007199254740993}',
      '{"n":2}',
      '{"__meta__":{"rows":2,"scanned_rows":5,"took_ms":7,"partial":true,"partial_reason":"row_limit"}}',
      '',
    ]);
    expect(response.headers.get('x-query-id')).toBe(asked[0]!.query_id);
  });

  it('that is wrong is refused before the first byte, as JSON in both forms', async () => {
    for (const path of ['', '/stream']) {
      const response = await post(path, body('wrong'));
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_argument' }]);
      expect(response.headers.get('x-query-id')).toBeTruthy();
    }
  });

  it('that fails after the first row says so in a last line', async () => {
    const lines = (await (await post('/stream', body('broken'))).text()).trim().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      __error__: { error: 'invalid_argument', message: 'Row 3 is not a number.' },
    });
    expect((await post('', body('broken'))).status).toBe(400);
  });

  it.each([
    ['a JSON answer that waits', '', 'silent'],
    ['a stream that waits', '/stream', 'silent'],
    ['a stream that flows', '/stream', 'endless'],
  ])('is cancelled when the connection of %s closes', async (_, path, statement) => {
    const caller = new AbortController();
    const sent = post(path, body(statement), {}, caller.signal).catch(() => undefined);
    await eventually(() => expect(asked).toHaveLength(1));
    await sleep(50);
    caller.abort();
    await sent;
    await eventually(() => expect(aborted).toBe(1));
  });

  it('whose reader went while the credential was asked for does not run on', async () => {
    let answer = () => {};
    gateway.iam.held = new Promise<void>((resolve) => (answer = resolve));
    const caller = new AbortController();
    const { questions } = gateway.iam;
    const fresh = { authorization: `Bearer ${gateway.iam.admit()}` };
    const sent = post('', body('silent'), fresh, caller.signal).catch(() => undefined);
    await eventually(() => expect(gateway.iam.questions).toBe(questions + 1));
    caller.abort();
    await sent;
    await sleep(200);
    answer();
    await post('', body('select'));
    const running = () => asked.filter(({ statement }) => statement === 'silent').length - aborted;
    await eventually(() => expect(running()).toBe(0));
  });

  it('whose reader stops reading is slowed down', async () => {
    const response = await post('/stream', body('endless'));
    const reader = response.body!.getReader();
    await reader.read();
    await eventually(async () => {
      const before = written;
      await sleep(500);
      expect(written).toBe(before);
    });
    expect(written).toBeLessThan(20_000_000);
    await reader.cancel();
  });

  it.each([
    ['another language', body('select', { language: 'promql' }), 'language'],
    ['no range', { language: 'sql', statement: 'select 1' }, 'time_range'],
    ['times of seconds with a point', body('select', { time_range: { start: 1.5, end: 2 } }), 'time_range.start'],
    [
      'a stream of a signal that there is not',
      body('select', { stream: { name: 'x', stream_type: 'rum' } }),
      'stream.stream_type',
    ],
    ['a member that there is not', body('select', { params: [] }), 'params'],
  ])('with %s is refused and names it', async (_, sent, field) => {
    const response = await post('', sent);
    expect([response.status, await response.json()]).toMatchObject([400, { details: [{ field }] }]);
    expect(asked).toEqual([]);
  });

  it('needs its permission, in each scope its own', async () => {
    const without = gateway.iam.admit(contextWith({ permissions: ['streams.write'] }));
    const operator = gateway.iam.admit(contextWith({ scope: 'system', permissions: ['sys.telemetry.read'] }));
    const status = async (credential: string | undefined) =>
      (
        await gateway.fetch('/api/v1/query', {
          method: 'POST',
          token: credential,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body('select')),
        })
      ).status;
    expect([await status(without), await status(undefined), await status(operator)]).toEqual([403, 401, 200]);
  });
});
