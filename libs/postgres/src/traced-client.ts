/** CLIENT spans of SQL statements (OpenTelemetry database semantic conventions). Neither values nor texts of statements. */
import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import { currentScope } from '@spanwise/host/request-scope';
import { beginChild } from '@spanwise/host/tracing/tracing';
import pg from 'pg';
import { querySummary } from './query-summary.js';
import { storableParameters } from './storable-parameters.js';

type Send = (...args: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/**
 * The driver's client with a span for every statement that runs for a traced request. No text of a parameter has a NUL,
 * which the server refuses.
 */
export function tracedClient(schema: string): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as Send;
      const send: Send = (...args) => query(...withStorableTexts(args));
      this.query = ((...args: unknown[]) =>
        currentScope()?.tracing === undefined ? send(...args) : this.traced(send, args)) as pg.Client['query'];
    }

    private traced(send: Send, args: unknown[]): unknown {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: unknown } | undefined)?.text;
      const span = typeof text === 'string' ? this.begin(text) : undefined;
      if (span === undefined) return send(...args);
      const own = args[0] as { submit?: unknown; callback?: Callback };
      if (typeof own.submit === 'function' && own.callback !== undefined) {
        // A query of the caller's own class calls its callback alone at its end.
        const { callback } = own;
        own.callback = (error, result) => {
          end(span, error);
          callback(error, result);
        };
        return send(...args);
      }
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const answered: Callback = (error, result) => {
          end(span, error);
          (callback as Callback)(error, result);
        };
        return send(...args.slice(0, -1), answered);
      }
      const result = send(...args) as Promise<unknown>;
      result.then(
        () => end(span, null),
        (error: unknown) => end(span, error),
      );
      return result;
    }

    private begin(text: string): Span | undefined {
      const { operation, summary } = querySummary(text);
      return beginChild({
        name: summary,
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.namespace': `${this.database}|${schema}`,
          'db.operation.name': operation,
          'db.query.summary': summary,
          'server.address': this.host,
          'server.port': this.port,
        },
      });
    }
  };
}

function withStorableTexts(args: unknown[]): unknown[] {
  const [statement, values, ...rest] = args;
  if (Array.isArray(values)) return [statement, storableParameters(values), ...rest];
  const own = statement as { values?: unknown } | null;
  if (typeof own === 'object' && own !== null && Array.isArray(own.values)) own.values = storableParameters(own.values);
  return args;
}

/** The message of a fault repeats values of rows; its code does not. */
function end(span: Span, error: unknown): void {
  if (error !== null && error !== undefined) {
    const { code } = error as { code?: unknown };
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeof code === 'string' ? code : 'unknown');
    if (typeof code === 'string') span.setAttribute('db.response.status_code', code);
  }
  span.end();
}
