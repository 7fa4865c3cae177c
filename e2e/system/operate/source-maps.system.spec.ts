/** Exceptions of a bundled browser program: two builds of one source, with their maps and without. */
// A product of its own: its rollups are rebuilt by the operator’s command.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceMapView } from '@spanwise/contracts/telemetry/source-maps';
import { eventually } from '@spanwise/testing/eventually';
import { bundledApp, type BundledApp } from './bundled-app.fixture.js';
import { answered, Client, serverSpan } from '../../src/product.fixture.js';

const FIRST = 'export const banner = (text: string, times: number) => text.repeat(times);\n';
const SECOND = `function joined(text: string, times: number) {
  const parts: string[] = [];
  for (let time = 0; time < times; time++) parts.push(text);
  return parts.join('-');
}
export const banner = (text: string, times: number) => \`\${joined(text, times)}!\${joined(text, 1)}\`;
`;
const FRAMES = ['amountOf', 'Cart.total', 'checkout', 'run'];
const LINES = [
  'amountOf (shop/cart.ts:19:',
  'Cart.total (shop/cart.ts:14:',
  'checkout (shop/cart.ts:26:',
  'run (main.ts:6:',
];

let client: Client;
let owner: string;
let builds: [BundledApp, BundledApp];

beforeAll(async () => {
  client = await Client.start();
  owner = await client.product.ownerToken();
  builds = [await bundledApp(FIRST), await bundledApp(SECOND)];
});
afterAll(() => client?.product.stop());

const nowMicros = () => Date.now() * 1_000;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

async function upload(
  query: Record<string, string>,
  body: Uint8Array,
  headers: Record<string, string> = {},
  token = owner,
) {
  const response = await fetch(`${client.product.baseUrl}/api/v1/sourcemaps?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as SourceMapView & { message?: string } };
}

const list = async (query = '', token = owner) =>
  (await client.call<SourceMapView[]>(`GET /sourcemaps${query}`, { token })).body;

const exceptionOf = (stacktrace: string) => [
  text('exception.type', 'TypeError'),
  text('exception.message', 'an item has no price'),
  text('exception.stacktrace', stacktrace),
];

async function fail(service: string, release: string, stacktrace: string): Promise<void> {
  const start = nowMicros();
  const events = [{ name: 'exception', timeUnixNano: `${start + 900}000`, attributes: exceptionOf(stacktrace) }];
  const resource = { 'service.name': service, 'service.version': release };
  expect(await client.send([serverSpan(start, { status: { code: 2 }, events })], resource)).toBe(200);
}

async function groupsOf(service: string, occurrences: number) {
  return eventually(async () => {
    const { items } = await answered(client.api.GET('/api/v1/apm/errors', { params: { query: { service } } }));
    expect(items.reduce((sum, one) => sum + one.occurrence_count, 0)).toBe(occurrences);
    return items;
  });
}

async function detailOf(service: string, fingerprint: string) {
  const params = { path: { fingerprint }, query: { service } };
  return answered(client.api.GET('/api/v1/apm/errors/{fingerprint}', { params }));
}

describe('two builds of one browser program', () => {
  it('differ in hash, line and names', () => {
    expect(builds[0].file).not.toBe(builds[1].file);
    expect(builds[0].stacktrace).not.toBe(builds[1].stacktrace);
    for (const { stacktrace } of builds) expect(stacktrace).not.toContain('amountOf');
  });

  it('are two groups without maps, as they were', async () => {
    for (const [at, { stacktrace }] of builds.entries()) await fail('shop-plain', `plain-${at}`, stacktrace);
    const groups = await groupsOf('shop-plain', 2);
    expect(groups).toHaveLength(2);
    const { samples } = await detailOf('shop-plain', groups[0]!.error.fingerprint);
    expect(samples[0]!.representative_stack.join('\n')).toContain('assets/main-');
  });

  const uploadBoth = async () => {
    for (const [at, { file, map }] of builds.entries()) {
      const { status, body } = await upload({ release: `1.${at}.0`, file: `${file}.map` }, map);
      expect([status, body.file, body.sha256]).toEqual([201, file, createHash('sha256').update(map).digest('hex')]);
    }
  };

  /** The first map starts a program, for which telemetry does not wait long: on a busy machine a stack or two go on as they are. */
  const untilMapped = async () => {
    let tries = 0;
    await eventually(async () => {
      const service = `first-${tries++}`;
      for (const [at, { stacktrace }] of builds.entries()) await fail(service, `1.${at}.0`, stacktrace);
      for (const { error } of await groupsOf(service, 2)) {
        const { grouping } = await detailOf(service, error.fingerprint);
        expect(grouping?.frames.join('\n')).toContain(FRAMES[0]);
      }
    });
  };

  it('are one group with their maps, whose frames show file, function and line of the source', async () => {
    await uploadBoth();
    await untilMapped();
    for (const [at, { stacktrace }] of builds.entries()) await fail('shop', `1.${at}.0`, stacktrace);
    const groups = await groupsOf('shop', 2);
    expect(groups).toHaveLength(1);
    const { samples, grouping, affected_versions: versions } = await detailOf('shop', groups[0]!.error.fingerprint);
    expect(versions.toSorted()).toEqual(['1.0.0', '1.1.0']);
    expect(grouping?.rule).toBe('stack');
    for (const name of FRAMES) expect(grouping?.frames.join('\n')).toContain(name);
    expect(samples).toHaveLength(2);
    for (const { representative_stack: lines } of samples)
      for (const line of LINES) expect(lines.join('\n')).toContain(line);
  });

  it('keep what was sent beside it, in the records that are stored', async () => {
    const range = { start: nowMicros() - 3_600_000_000, end: nowMicros() + 1 };
    const statement = `select events from traces."default" where "service.name" = 'shop' and events like '%an item%'`;
    await eventually(async () => {
      const { body } = await client.call<{ rows: string[][] }>('POST /query', {
        token: client.product.readToken,
        body: { language: 'sql', statement, time_range: range },
      });
      expect(body.rows).toHaveLength(2);
      for (const [events] of body.rows) {
        const [{ attributes }] = JSON.parse(events!) as [{ attributes: Record<string, string> }];
        expect(attributes['exception.stacktrace']).toContain('amountOf (shop/cart.ts:19:');
        expect(attributes['exception.stacktrace.generated']).toContain('https://shop.example/assets/main-');
      }
    });
  });

  it('are counted again from what is stored to the same bytes, also after the maps are gone', async () => {
    for (const { id } of await list())
      expect((await client.call(`DELETE /sourcemaps/${id}`, { token: owner })).status).toBe(200);
    expect(await list()).toEqual([]);
    const hour = 3_600_000;
    const from = new Date(Math.floor(Date.now() / hour) * hour - hour).toISOString();
    const to = new Date(Math.floor(Date.now() / hour) * hour + hour).toISOString();
    const { code, output } = await client.product.run('rebuild', '--from', from, '--to', to);
    expect([code, output]).toEqual([0, expect.stringContaining('equal')]);
  });

  it('are one group when their exceptions are log records, and when Firefox prints them', async () => {
    await uploadBoth();
    const gecko = (stack: string) =>
      stack
        .split('\n')
        .slice(1)
        .map((line) =>
          line.replace(/^\s*at (?:(.*) \((.*)\)|(.*))$/, (_, name, named, bare) => `${name ?? ''}@${named ?? bare}`),
        )
        .filter((line) => !line.includes('<anonymous>'))
        .join('\n');
    for (const [at, { stacktrace }] of builds.entries()) {
      const { traceId, spanId } = serverSpan(0) as { traceId: string; spanId: string };
      const record = { traceId, spanId, timeUnixNano: `${nowMicros()}000`, severityNumber: 17 };
      const logRecords = [{ ...record, attributes: exceptionOf(at === 0 ? stacktrace : gecko(stacktrace)) }];
      const resource = { attributes: [text('service.name', 'shop-logs'), text('service.version', `1.${at}.0`)] };
      const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${client.product.intakeToken}` };
      const sent = await fetch(`${client.product.baseUrl}/v1/logs`, { method: 'POST', headers, body });
      expect(sent.status).toBe(200);
    }
    expect(await groupsOf('shop-logs', 2)).toHaveLength(1);
  });

  it('do not get the map of another release, or of another service', async () => {
    const [{ file, map, stacktrace }] = builds;
    expect((await upload({ release: '3.0.0', file, service: 'other' }, map)).status).toBe(201);
    for (const release of ['2.0.0', '3.0.0', '1.1.0']) await fail('shop-strange', release, stacktrace);
    const groups = await groupsOf('shop-strange', 3);
    expect(groups).toHaveLength(1);
    const { samples } = await detailOf('shop-strange', groups[0]!.error.fingerprint);
    for (const { representative_stack: lines } of samples) expect(lines.join('\n')).not.toContain('cart.ts');
  });
});

describe('an upload', () => {
  it('may be compressed, is one however often it comes, and takes the place of the former one', async () => {
    const [{ file, map }, other] = builds;
    const first = await upload({ release: 'r', file: `https://cdn.example/${file}` }, gzipSync(map), {
      'content-encoding': 'gzip',
    });
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({ file, release: 'r', bytes: map.length }),
    ]);
    const again = await upload({ release: 'r', file: `~/${file}` }, map);
    expect(again.body.id).toBe(first.body.id);
    const replaced = await upload({ release: 'r', file }, other.map);
    expect(replaced.body.id).not.toBe(first.body.id);
    expect((await list('?release=r')).map(({ id }) => id)).toEqual([replaced.body.id]);
  });

  it('and a deletion are in the audit log', async () => {
    const { id } = (await upload({ release: 'audited', file: 'a.js' }, builds[0].map)).body;
    await client.call(`DELETE /sourcemaps/${id}`, { token: owner });
    await eventually(async () => {
      const { body } = await client.call<{ items: object[] }>('GET /audit?target_kind=source_map', { token: owner });
      expect(body.items.filter((item) => (item as { target_id: string }).target_id === id)).toMatchObject([
        { action: 'source_map.delete', payload: { release: 'audited', file: 'a.js' } },
        { action: 'source_map.upload', actor_kind: 'user' },
      ]);
    });
  });

  it('needs the right to configure streams, a release and a file', async () => {
    const [{ map }] = builds;
    for (const token of [client.product.readToken, client.product.intakeToken])
      expect((await upload({ release: 'r', file: 'a.js' }, map, {}, token)).status).toBe(403);
    for (const query of [
      { release: 'r' },
      { file: 'a.js' },
      { release: 'r', file: '~/' },
      { release: 'r'.repeat(201), file: 'a' },
    ])
      expect((await upload(query as Record<string, string>, map)).status).toBe(400);
  });

  it.each<[string, string, string]>([
    ['no JSON', 'function(){}', 'not JSON'],
    ['of another version', '{"version":2,"sources":[],"mappings":""}', 'version'],
    ['a list', '[]', 'no JSON object'],
    ['nested 200 deep', `${'['.repeat(200)}${']'.repeat(200)}`, 'nested'],
    ['with mappings that are no text', '{"version":3,"sources":[],"mappings":{"__proto__":1}}', 'mappings'],
    ['with sources that are no list', '{"version":3,"sources":{"__proto__":[1]},"mappings":""}', 'sources'],
    ['with mappings to nowhere', '{"version":3,"sources":[],"mappings":"AAAA"}', 'what is not there'],
    ['with mappings to a source before the first', '{"version":3,"sources":["a"],"mappings":"ADAA"}', 'not there'],
    ['with too many lines', `{"version":3,"sources":[],"mappings":"${';'.repeat(1_000_001)}"}`, 'lines'],
    ['with too many mappings', `{"version":3,"sources":["a"],"mappings":"${'A,'.repeat(1_000_001)}"}`, 'mappings'],
    [
      'with sections in sections',
      '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{"version":3,"sections":[]}}]}',
      'sections',
    ],
    [
      'with a section at line 10^12',
      '{"version":3,"sections":[{"offset":{"line":1000000000000,"column":0},"map":{"version":3,"sources":[],"mappings":""}}]}',
      'section begins',
    ],
  ])('%s is refused with the reason', async (_, body, reason) => {
    const answer = await upload({ release: 'bad', file: 'a.js' }, Buffer.from(body));
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('of 25 MiB is refused, and one of sections is read', async () => {
    expect((await upload({ release: 'bad', file: 'a.js' }, Buffer.alloc(25 * 1024 * 1024, 32))).status).toBe(413);
    const map = JSON.parse(builds[0].map.toString()) as object;
    const sections = [{ offset: { line: 0, column: 0 }, map }];
    const answer = await upload(
      { release: 'sections', file: 'a.js' },
      Buffer.from(JSON.stringify({ version: 3, sections })),
    );
    expect([answer.status, answer.body.sources]).toEqual([201, 3]);
  });
});
