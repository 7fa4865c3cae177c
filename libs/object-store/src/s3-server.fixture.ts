import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const ACCESS_KEY = 'AKIDEXAMPLE';
const SECRET_KEY = 'secret of the test';
const PAGE = 3;

/** A small server that speaks S3: objects in memory, signatures verified by the published rules, lists in pages. */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** Answers to give before any true one: a status, or `hang`. */
  faults: (number | 'hang')[] = [];
  requests = 0;
  /** So many puts are done and answered with a fault all the same. */
  answersLost = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<S3Server> {
    const server = createServer();
    const started = new S3Server(server);
    server.on('request', (request, response) => {
      void started.answer(request).then(({ status, body = '' }) => {
        if (status !== 0) response.writeHead(status).end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get options() {
    const { port } = this.server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-test-1',
      bucket: 'telemetry',
      prefix: 'spanwise/',
      accessKeyId: ACCESS_KEY,
      secretAccessKey: SECRET_KEY,
      timeoutMs: 3_000,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer | string }> {
    this.requests++;
    const body = await buffer(request);
    const fault = this.faults.shift();
    if (fault !== undefined) return { status: fault === 'hang' ? 0 : fault };
    if (!isSigned(request, body)) return { status: 403 };
    const url = new URL(request.url!, 'http://s3');
    const key = decodeURIComponent(url.pathname).slice('/telemetry/'.length);
    if (request.method === 'PUT' && request.headers['if-none-match'] === '*' && this.objects.has(key))
      return { status: 412 };
    if (request.method === 'PUT') {
      this.objects.set(key, body);
      if (this.answersLost > 0 && this.answersLost-- > 0) return { status: 503 };
    } else if (request.method === 'DELETE') this.objects.delete(key);
    else if (url.pathname === '/telemetry') return { status: 200, body: this.page(url.searchParams) };
    else if (this.objects.has(key)) return { status: 200, body: this.objects.get(key)! };
    else return { status: 404 };
    return { status: request.method === 'DELETE' ? 204 : 200 };
  }

  private page(asked: URLSearchParams): string {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(asked.get('prefix')!)).sort();
    const from = Number(asked.get('continuation-token') ?? 0);
    const contents = keys
      .slice(from, from + PAGE)
      .map((key) => `<Contents><Key>${key}</Key><Size>${this.objects.get(key)!.length}</Size></Contents>`);
    const more = keys.length > from + PAGE;
    const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
  }
}

/** Signature version 4, computed from what arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const authorization = String(request.headers.authorization);
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, accessKey, day, region, signedHeaders, signature] = parts.exec(authorization) ?? [];
  if (accessKey !== ACCESS_KEY) return false;
  const payload = String(request.headers['x-amz-content-sha256']);
  if (request.method === 'PUT' && payload !== hash(body)) return false;
  const url = new URL(request.url!, 'http://s3');
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = signedHeaders!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, payload].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = [day!, region!, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET_KEY}`);
  return hmac(key, signed).toString('hex') === signature;
}

const hash = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
