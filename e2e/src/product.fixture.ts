/** The whole product, started as a user starts it, and its API as a client calls it. */
import { spanwiseClient, type Schemas, type SpanwiseClient } from '@spanwise/api-client/client';
import { Product, type ProductOptions } from '../system/harness/product.js';
import { httpCall, type Answer, type CallOptions } from './http-call.js';
import { ENVIRONMENT, Tenant } from './tenant.fixture.js';

export class Client<Of extends Product | Tenant = Product> {
  /** The generated client: what it takes and answers is what the API description says. */
  readonly api: SpanwiseClient;

  constructor(readonly product: Of) {
    this.api = spanwiseClient(product.baseUrl, product.readToken);
  }

  /** Of a product of the file's own, for specs that end processes of it or look at all that it holds. */
  static async start(options: ProductOptions = {}): Promise<Client> {
    return new Client(await Product.start({ environment: ENVIRONMENT, ...options }));
  }

  /** Of an organization of the file's own in a product that others use as well, which saves its start. */
  static async join(): Promise<Client<Tenant>> {
    return new Client(await Tenant.join());
  }

  /** For routes of a credential of their own, and what an owner does. */
  call<T>(line: string, options: CallOptions = {}): Promise<Answer<T>> {
    return httpCall<T>(this.product.baseUrl, line, options);
  }

  /** For what the types of the generated client do not let through. */
  async get<T>(path: string, token = this.product.readToken): Promise<{ status: number; headers: Headers; body: T }> {
    const response = await fetch(`${this.product.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }

  async send(spans: object[], resource: Record<string, string>): Promise<number> {
    const attributes = Object.entries(resource).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const response = await fetch(`${this.product.baseUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.product.intakeToken}` },
      body: JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] }),
    });
    await response.text();
    return response.status;
  }
}

/** The body of a success; anything else is a failed test that shows the answer. */
export async function answered<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

let nextId = Date.now();

/** A SERVER span that started at the given moment. */
export function serverSpan(startMicros: number, change: object = {}): object {
  const id = (nextId++).toString(16);
  return {
    traceId: id.padStart(32, '1'),
    spanId: id.padStart(16, '2'),
    name: 'GET /orders/{id}',
    kind: 2,
    startTimeUnixNano: `${startMicros}000`,
    endTimeUnixNano: `${startMicros + 20_000}000`,
    attributes: [
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.route', value: { stringValue: '/orders/{id}' } },
    ],
    ...change,
  };
}

export type Red = Schemas['RedSummary'];
export type Meta = Schemas['Meta'];

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  previous_cursor: string | null;
  meta: Meta;
}
