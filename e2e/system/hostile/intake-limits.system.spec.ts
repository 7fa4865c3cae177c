/** What intake does not take of a request, reported in the way of its protocol, with the whole product behind it. */
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { Client, serverSpan } from '../../src/product.fixture.js';
import type { Tenant } from '../../src/tenant.fixture.js';

const DAY_MICROS = 86_400_000_000;
let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

const nowMicros = () => Date.now() * 1_000;

async function send(path: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const response = await fetch(`${client.product.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${client.product.intakeToken}`,
      ...headers,
    },
    body: body as string,
  });
  return { status: response.status, text: await response.text() };
}

async function rows(statement: string, days = 1): Promise<unknown[][]> {
  const time_range = { start: nowMicros() - days * DAY_MICROS, end: nowMicros() + 60_000_000 };
  const { body } = await client.call<{ rows?: unknown[][] }>('POST /query', {
    token: client.product.readToken,
    body: { language: 'sql', statement, time_range },
  });
  return body.rows ?? [];
}

describe('one remote write of 3,000 metrics', () => {
  const write = (names: readonly string[]) =>
    send(
      '/api/v1/prometheus/api/v1/write',
      new Uint8Array(
        snapped(writeRequest(names.map((__name__) => series({ __name__ }, [{ value: 7, timestamp: Date.now() }])))),
      ),
      { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' },
    );

  it('makes as many streams as a request may, reports the others, and loses nothing of what there is', async () => {
    expect(await write(['there'])).toEqual({ status: 204, text: '' });
    await expect.poll(() => rows('select value from "there"')).toEqual([[7]]);
    const names = [...Array.from({ length: 3_000 }, (_, at) => `flood_${at}`), 'there'];
    const { status, text } = await write(names);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('501 samples taken, 2500 rejected: a request makes at most 500 new streams'),
    ]);
    await expect.poll(() => rows('select count(*) from "there"')).toEqual([[2]]);
    expect(await rows('select value from "flood_499"')).toEqual([[7]]);
    const again = await write(names);
    expect([again.status, again.text]).toEqual([
      429,
      expect.stringContaining('an organization makes at most 600 new streams a minute'),
    ]);
    await expect.poll(() => rows('select count(*) from "there"')).toEqual([[3]]);
  });
});

/** Sends a request as most clients do: all of it, and only then what comes back is read. */
function sendWhole(path: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(client.product.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.pause();
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n` +
        `authorization: Bearer ${client.product.intakeToken}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes, ' '), () => {
      socket.setEncoding('utf8').on('data', (part) => (answer += String(part)));
      socket.resume();
    });
  });
}

describe('a body that is too large', () => {
  it.each(['/v1/logs', '/api/v1/ingest/logs/app', '/api/v1/_bulk', '/api/v1/prometheus/api/v1/write'])(
    'is read to its end before it is refused, so that the client sees why: %s',
    async (path) => {
      const answer = await sendWhole(path, 18 * 1024 * 1024);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('connection: close');
    },
  );
});

describe('telemetry that retention would drop at once', () => {
  it('is not acknowledged: the answer counts it, and what is in time is stored', async () => {
    const old = nowMicros() - 60 * DAY_MICROS;
    const spans = [serverSpan(old), serverSpan(old), serverSpan(nowMicros())];
    const request = () => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect(JSON.parse((await send('/v1/traces', request(), { 'stream-name': 'fresh' })).text)).toEqual({
      partialSuccess: {
        rejectedSpans: '2',
        errorMessage: '2 rejected: the span is older than its stream keeps its spans',
      },
    });
    await expect.poll(() => rows('select count(*) from "fresh"')).toEqual([[1]]);
    const native = [{ _timestamp: old, body: 'old' }, { body: 'new' }];
    expect(JSON.parse((await send('/api/v1/ingest/logs/app', JSON.stringify(native))).text)).toEqual({
      accepted: 1,
      rejected: 1,
      errors: [{ index: 0, reason: 'it is older than its stream keeps its records' }],
    });
  });
});
