import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { retryAfterMs, sendAll } from './otlp-sender.js';
import type { TraceRequest } from './otlp.js';

const request = (spanId: string): TraceRequest => ({
  resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'aa'.repeat(16), spanId, name: 'a' }] }] }],
});

let server: Server | undefined;
afterEach(() => server?.close());

/** Answers the n-th request with the n-th answer and returns what it got. */
async function answering(answers: { status: number; headers?: Record<string, string>; body?: string }[]) {
  const bodies: string[] = [];
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      bodies.push(gunzipSync(Buffer.concat(chunks)).toString());
      const answer = answers[bodies.length - 1] ?? { status: 200 };
      response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return { bodies, options: { baseUrl, token: 't', encoding: 'json' as const, connections: 1 } };
}

describe('sending', () => {
  it.each([429, 502, 503, 504])('repeats a request that got %i, unchanged', async (status) => {
    const { bodies, options } = await answering([{ status, headers: { 'retry-after': '0' } }]);
    const totals = await sendAll([request('bb'.repeat(8))], options);
    expect(totals).toMatchObject({ requests: 1, spans: 1, retries: 1 });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  });

  it.each([400, 401, 413, 500])('gives up at once at %i and says what the answer said', async (status) => {
    const { bodies, options } = await answering([{ status, body: 'the reason' }]);
    await expect(sendAll([request('bb'.repeat(8))], options)).rejects.toThrow(`${status} the reason`);
    expect(bodies).toHaveLength(1);
  });

  it('counts what a partial success rejects and does not repeat it', async () => {
    const body = JSON.stringify({ partialSuccess: { rejectedSpans: '1', errorMessage: 'no end' } });
    const { bodies, options } = await answering([{ status: 200, body }]);
    expect(await sendAll([request('bb'.repeat(8))], options)).toMatchObject({
      rejectedSpans: 1,
      firstRejection: 'no end',
    });
    expect(bodies).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-05T10:00:00Z');
  it.each([
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['2', 2000],
    ['86400', 30_000],
    ['Mon, 05 Jan 2026 10:00:03 GMT', 3000],
    ['Mon, 05 Jan 2026 09:00:00 GMT', 0],
  ])('%j means %j ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
