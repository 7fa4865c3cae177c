import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryFault } from './delivery-fault.js';
import { resolverOf } from './dialer.js';
import { dialerWith, rulesWith, Sink } from './egress.fixture.js';
import { outboundUrl } from './endpoints.js';
import { OutboundHttp } from './http-client.js';
import { DnsServer } from './names/dns-server.fixture.js';
import { Names } from './names/names.js';

const DENIED = '127.0.0.1';
const LOOPBACKS = [DENIED, '::1', '127.0.0.2'];

let sinks: Sink[];
let port: number;
const connections = () => sinks.reduce((sum, sink) => sum + sink.connections, 0);

beforeAll(async () => {
  const first = await Sink.listen(LOOPBACKS[0]!);
  ({ port } = first);
  sinks = [first, ...(await Promise.all(LOOPBACKS.slice(1).map((one) => Sink.listen(one, undefined, port))))];
});
afterAll(() => Promise.all(sinks.map((sink) => sink.close())));

async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DeliveryFault) return error.category;
    throw error;
  }
  return 'none';
}

/** Whatever a name is, its address is loopback: a URL that passes the parser would be seen at a sink. */
const guarded = () => {
  const rules = rulesWith([], [port, 80, 443]);
  return { rules, http: new OutboundHttp(dialerWith(rules, { resolve: async () => [DENIED] })) };
};
const send = (http: OutboundHttp, url: string) =>
  http.exchange({ url, method: 'POST', headers: {}, body: Buffer.from('x'), timeoutMs: 20_000 });

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '0x7F.0x0.0.1',
  '0',
  '0.0.0.0',
  '127.0.0.2',
  '127.0.0.1.',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[fe80::1%25lo]',
  '[::1%25lo]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'receiver',
  'db.internal',
  'printer.local',
  'x.home.arpa',
  '１２７.０.０.１',
  '127。0。0。1',
  '127．0．0．1',
  '①②⑦.0.0.1',
  '127.0.0\u00ad.1',
  '127.0.0.1\u200b',
  'ⓛocalhost',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '127.0.0.1%00.example.org',
  '127.0.0.1\t',
  '127.0.\n0.1',
  '127.0.0.1 ',
  'example.org@127.0.0.1',
  '127.0.0.1@example.org',
  'example.org:x@127.0.0.1',
  '@127.0.0.1',
  ':@127.0.0.1',
  'example.org\\@127.0.0.1',
  '127.0.0.1\\.example.org',
  '127.0.0.1#@example.org',
  '127.0.0.1?@example.org#f',
  'a.b.1',
  '1.1.1.1.1',
  '-a.example',
  'a..example',
  '.example',
  `${'a'.repeat(64)}.example`,
  '',
];
const SHAPES: [string, (host: string) => string][] = [
  ['http', (host) => `http://${host}:${port}/hook`],
  ['https', (host) => `https://${host}:${port}/hook?a=b`],
  ['no port', (host) => `http://${host}/`],
  ['upper case', (host) => `HTTP://${host}:${port}`],
  ['one slash', (host) => `http:/${host}:${port}/`],
  ['no slash', (host) => `http:${host}:${port}/`],
  ['three slashes', (host) => `http:///${host}:${port}/`],
  ['backslashes', (host) => `http:\\\\${host}:${port}/`],
  ['leading space', (host) => ` http://${host}:${port}/`],
  ['line end', (host) => `ht\ntp://${host}:${port}/`],
  ['user', (host) => `http://user:pass@${host}:${port}/`],
  ['fragment', (host) => `http://${host}:${port}/#x`],
];

describe('a hostile URL', () => {
  it.each(SHAPES)('in the shape "%s" reaches no host', async (_, shape) => {
    const { http } = guarded();
    const before = connections();
    const faults = await Promise.all(HOSTS.map((host) => faultOf(send(http, shape(host)))));
    expect(new Set(faults)).toEqual(new Set(['blocked_address']));
    expect(connections()).toBe(before);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://example.org/',
    'ws://example.org/',
    'data:,x',
    '//example.org/',
    'example.org',
    '',
  ])('of another scheme (%s) is refused with a reason', (url) =>
    expect(() => outboundUrl(url, guarded().rules)).toThrow('must be an absolute http or https URL'),
  );

  it('made by chance out of the pieces of an authority reaches no host', async () => {
    const pieces = fc.constantFrom(
      '127.0.0.1',
      'localhost',
      '@',
      ':',
      '[',
      ']',
      '::1',
      '.',
      '\\',
      '#',
      '?',
      '%',
      '0x7f',
      'a.example',
      '\t',
    );
    const { http } = guarded();
    const before = connections();
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 8 }), async (authority) => {
        expect(await faultOf(send(http, `http://${authority.join('')}/`))).toBe('blocked_address');
      }),
      { numRuns: 600 },
    );
    expect(connections()).toBe(before);
  });

  it('to a port that is not of the web, or to the product itself, is refused', () => {
    const rules = rulesWith(['127.0.0.0/8'], [80, 443, 8443], ['spanwise.example:443', `127.0.0.1:${port}`]);
    for (const url of ['https://spanwise.example/', `http://127.0.0.1:${port}/`, `http://0x7f.1:${port}/`]) {
      expect(() => outboundUrl(url, rules)).toThrow('must not lead to this platform itself');
    }
    expect(() => outboundUrl('http://1.1.1.1:25/', rules)).toThrow('must use one of the ports 80, 443, 8443');
    expect(outboundUrl('http://127.0.0.1:9/', rules).port).toBe('9');
  });
});

describe('a name that changes its answer', () => {
  it('leads to checked addresses alone, in 200 scripts of a hostile resolver', async () => {
    const good = await Sink.listen('127.0.9.1', (socket) => socket.end(), port);
    const rules = rulesWith(['127.0.9.0/24'], [port]);
    const answers = fc.array(fc.constantFrom('127.0.9.1', DENIED, '127.0.0.2', '::1', '10.0.0.1', '::ffff:127.0.9.1'), {
      maxLength: 3,
    });
    const before = connections();
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 2, maxLength: 4 }), async (script) => {
        let asked = 0;
        const dialer = dialerWith(rules, { resolve: async () => script[asked++ % script.length]! });
        const endpoint = { host: 'rebind.example', port, protocol: 'http' as const, tls: false };
        const signal = AbortSignal.timeout(20_000);
        const [first] = script;
        const fault = await faultOf(dialer.connect(endpoint, signal).then((socket) => socket.destroy()));
        const expected =
          first!.length === 0 ? 'dns_failed' : first!.every((one) => one === '127.0.9.1') ? 'none' : 'blocked_address';
        expect([fault, asked]).toEqual([expected, 1]);
      }),
      { numRuns: 200 },
    );
    expect(connections()).toBe(before);
    expect(good.connections).toBeGreaterThan(0);
    await good.close();
  });

  it('and a name of an internal network lead to what the operator opened, and to nothing public', async () => {
    const dialer = dialerWith(rulesWith(['127.0.9.0/24'], [port]), { resolve: async () => ['1.1.1.1'] });
    const endpoint = { host: 'receiver', port, protocol: 'http' as const, tls: false };
    expect(await faultOf(dialer.connect(endpoint, AbortSignal.timeout(20_000)))).toBe('blocked_address');
  });

  it('and gives one address of many that is refused is refused as a whole, in both families', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `127.0.9.${at + 1}`);
    const server = await DnsServer.listen((name, type) => {
      const bad = name.startsWith('four') ? '10.0.0.1' : '::ffff:10.0.0.1';
      if (type === 'AAAA') return name.startsWith('six') ? [{ type, data: bad }] : [];
      return [...many, ...(name.startsWith('four') ? [bad] : [])].map((data) => ({ type, data }));
    });
    const good = await Sink.listen('127.0.9.1', (socket) => socket.end(), port);
    const resolve = resolverOf(new Names({ servers: [server.address] }));
    const dialer = dialerWith(rulesWith(['127.0.9.0/24'], [port]), { resolve });
    const faultAt = (host: string) => {
      const endpoint = { host, port, protocol: 'http' as const, tls: false };
      return faultOf(dialer.connect(endpoint, AbortSignal.timeout(20_000)).then((socket) => socket.destroy()));
    };
    expect(await Promise.all(['good.example', 'four.example', 'six.example'].map(faultAt))).toEqual([
      'none',
      'blocked_address',
      'blocked_address',
    ]);
    expect(good.connections).toBe(1);
    await Promise.all([good.close(), server.close()]);
  });

  it('or does not answer is given up in time', async () => {
    const never = dialerWith(rulesWith([], [port]), { resolve: () => new Promise(() => undefined) });
    const endpoint = { host: 'slow.example', port, protocol: 'http' as const, tls: false };
    expect(await faultOf(never.connect(endpoint, AbortSignal.timeout(50)))).toBe('timeout');
    const failing = dialerWith(rulesWith([], [port]), { resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await faultOf(failing.connect(endpoint, AbortSignal.timeout(20_000)))).toBe('dns_failed');
  });
});
