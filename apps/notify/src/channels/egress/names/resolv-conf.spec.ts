import { describe, expect, it } from 'vitest';
import { parseHosts } from './hosts-file.js';
import { candidates, parseResolvConf } from './resolv-conf.js';

const POD = `# made by the kubelet
search shop.svc.cluster.local svc.cluster.local cluster.local
nameserver 10.96.0.10
options ndots:5 edns0 trust-ad
`;

describe('/etc/resolv.conf', () => {
  it('of a pod is read as it is meant', () =>
    expect(parseResolvConf(POD, 'web-1')).toEqual({
      servers: ['10.96.0.10'],
      search: ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
      ndots: 5,
      attempts: 2,
    }));

  it('that says nothing leads to a server of this machine and to its domain', () => {
    const asFound = { servers: ['127.0.0.1'], ndots: 1, attempts: 2 };
    expect(parseResolvConf('', 'web-1.shop.example')).toEqual({ ...asFound, search: ['shop.example'] });
    expect(parseResolvConf('', 'web-1')).toEqual({ ...asFound, search: [] });
  });

  it('is read within bounds, and what makes no sense is passed over', () => {
    const text = [
      'domain old.example',
      `search ${Array.from({ length: 1_000 }, (_, at) => `d${at}.example`).join(' ')} ; the last one counts`,
      ...['x', '192.0.2.1', '2001:db8::1', 'fe80::1%eth0', '192.0.2.4'].map((server) => `nameserver ${server}`),
      'options ndots:99 attempts:0 timeout:x rotate constructor:1 __proto__:1',
      'lookup file bind',
      '\u0000\u0000',
    ].join('\n');
    const read = parseResolvConf(text, '');
    expect(read).toMatchObject({ servers: ['192.0.2.1', '2001:db8::1', 'fe80::1%eth0'], ndots: 15, attempts: 1 });
    expect(read.search).toHaveLength(32);
  });

  it.each([
    ['hooks', ['hooks.shop.svc.cluster.local', 'hooks.svc.cluster.local', 'hooks.cluster.local', 'hooks']],
    ['hooks.shop', ['hooks.shop.shop.svc.cluster.local', 'hooks.shop.svc.cluster.local']],
    ['a.b.c.d.e.example', ['a.b.c.d.e.example', 'a.b.c.d.e.example.shop.svc.cluster.local']],
  ])('has %s looked up in its domains', (name, first) =>
    expect(candidates(name, parseResolvConf(POD, '')).slice(0, first.length)).toEqual(first),
  );

  it('asks for no name that is longer than names are', () => {
    const long = `${'a'.repeat(60)}.`.repeat(4).slice(0, -1);
    expect(candidates(long, parseResolvConf(POD, ''))).toEqual([long]);
  });
});

describe('/etc/hosts', () => {
  it('gives all addresses of a name, whatever its case, and passes over what makes no sense', () => {
    const hosts = parseHosts(
      [
        '127.0.0.1\tlocalhost Web.Example # the first',
        '::1 localhost',
        '# 192.0.2.9 localhost',
        '192.0.2.1 web.example __proto__',
        '192.0.2.1 web.example',
        'no-address web.example',
        '192.0.2.7',
        '',
      ].join('\r\n'),
    );
    expect(Object.fromEntries(hosts)).toEqual(
      Object.fromEntries([
        ['localhost', ['127.0.0.1', '::1']],
        ['web.example', ['127.0.0.1', '192.0.2.1']],
        ['__proto__', ['192.0.2.1']],
      ]),
    );
  });
});
