/** The two forms of a query's answer over HTTP (QUERY-1, QUERY-2). */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamReply } from '@spanwise/bus/stream-client';
import type { QuerySummary } from '@spanwise/contracts/telemetry/query';
import { renderError } from '@spanwise/host/error-body';
import { currentScope } from '@spanwise/host/request-scope';
import { whenClosed } from '@spanwise/host/when-closed';

/** Lines of JSON as the elements of a JSON array: passed on as the engine wrote them, so that numbers keep all their digits. */
export async function rowsOf(rows: AsyncIterable<Uint8Array>): Promise<string> {
  return (await textOf(rows)).trimEnd().replaceAll('\n', ',');
}

/** The whole of a streamed text. */
export async function textOf(text: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of text) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Aborted when the caller closes its connection, and from the start when it has. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  whenClosed(reply.raw, () => left.abort());
  return left.signal;
}

/** The whole answer as JSON text. */
export async function jsonAnswer(rows: StreamReply<QuerySummary>): Promise<string> {
  const lines = await rowsOf(rows);
  return answerText(lines, rows.tail);
}

/** For those who may see the answer and nothing else of its streams. */
export async function sharedAnswer(rows: StreamReply<QuerySummary>): Promise<string> {
  const lines = await rowsOf(rows);
  const { unplaced_fields: _names, field_overflow: _others, unfit_fields: _unfit, ...summary } = rows.tail;
  return answerText(lines, summary);
}

function answerText(lines: string, { columns, rows: _count, ...rest }: QuerySummary): string {
  return `{"columns":${JSON.stringify(columns)},"rows":[${lines}],${JSON.stringify(rest).slice(1)}`;
}

/** One row a line, and a last line that says how it went. */
export function ndjsonAnswer(rows: StreamReply<QuerySummary>): Readable {
  const requestId = currentScope()?.requestId ?? '';
  async function* lines(): AsyncGenerator<Uint8Array> {
    try {
      yield* rows;
      const { columns: _columns, ...meta } = rows.tail;
      yield Buffer.from(`${JSON.stringify({ __meta__: meta })}\n`);
    } catch (thrown) {
      const { error, message } = renderError(thrown, requestId).body;
      yield Buffer.from(`${JSON.stringify({ __error__: { error, message } })}\n`);
    }
  }
  // A piece ahead, not more: a slow reader slows the engine.
  return Readable.from(lines(), { objectMode: false, highWaterMark: 64 * 1024 });
}
