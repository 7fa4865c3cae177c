import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { DnsServer, type DnsRecord } from './dns-server.fixture.js';
import { LOOKUPS_AT_ONCE, NameNotFound, Names, NOT_FOUND_MS } from './names.js';

const OURS = 'organization 1';
const THEIRS = 'organization 2';
const DEAD = /^dead-?\d*\./;

let server: DnsServer;
let folder: string;
let nowMs: number;
let names: Names;
/** Ends what a test has left to wait for. */
let ends: AbortController;

beforeAll(async () => {
  server = await DnsServer.listen(() => 'NXDOMAIN');
  folder = mkdtempSync(join(tmpdir(), 'spanwise-names-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.asked.length = 0;
  nowMs = 0;
  ends = new AbortController();
  setMaxListeners(0, ends.signal);
  write('search shop.svc.cluster.local cluster.local\noptions ndots:2 attempts:1\n', '127.0.0.9 written\n');
});
afterEach(() => ends.abort());

function write(resolvConf: string, hosts = ''): void {
  writeFileSync(join(folder, 'resolv.conf'), resolvConf);
  writeFileSync(join(folder, 'hosts'), hosts);
  names = new Names({
    servers: [server.address],
    resolvConf: join(folder, 'resolv.conf'),
    hostsFile: join(folder, 'hosts'),
    hostName: 'test',
    nowMs: () => nowMs,
  });
}

const find = (name: string, organization = OURS, signal = ends.signal) => names.addresses(name, signal, organization);
const v4 = (...addresses: string[]): DnsRecord[] => addresses.map((data) => ({ type: 'A', data }));
const v6 = (...addresses: string[]): DnsRecord[] => addresses.map((data) => ({ type: 'AAAA', data }));
/** Names and their records; those that are dead are not answered, of all others there are none. */
const serve = (zone: Record<string, { A?: DnsRecord[]; AAAA?: DnsRecord[] }>) => {
  server.answering = (name, type) => {
    if (DEAD.test(name)) return 'silence';
    return Object.hasOwn(zone, name) ? (zone[name]![type] ?? []) : 'NXDOMAIN';
  };
};

describe('a name (DELIVERY-31)', () => {
  it('has the addresses of both families', async () => {
    serve({ 'web.shop.example': { A: v4('192.0.2.1', '192.0.2.2'), AAAA: v6('2001:db8::1') } });
    expect((await find('Web.Shop.Example')).toSorted()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it('has those of one family where the other one has none, or is never answered', async () => {
    server.answering = (name, type) => (type === 'A' ? v4('192.0.2.1') : name.startsWith('half') ? 'silence' : []);
    expect(await find('four.shop.example')).toEqual(['192.0.2.1']);
    expect(await find('half.shop.example')).toEqual(['192.0.2.1']);
  });

  it('that is an alias has those of what it stands for', async () => {
    const alias: DnsRecord = { type: 'CNAME', data: 'web.cdn.example' };
    serve({ 'www.shop.example': { A: [alias, { type: 'A', data: '192.0.2.7', name: 'web.cdn.example' }] } });
    expect(await find('www.shop.example')).toEqual(['192.0.2.7']);
  });

  it('with more addresses than a datagram holds is asked for again by TCP', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `192.0.2.${at + 1}`);
    serve({ 'many.shop.example': { A: v4(...many) } });
    expect((await find('many.shop.example')).toSorted()).toEqual(many.toSorted());
    expect(server.asked).toContain('A many.shop.example tcp');
  });

  it('of the hosts file is not looked up; localhost is loopback', async () => {
    expect(await find('WRITTEN')).toEqual(['127.0.0.9']);
    expect(await find('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(server.asked).toEqual([]);
  });

  it('is found by the files as they are now', async () => {
    serve({ 'hooks.other.example': { A: v4('192.0.2.8') } });
    await expect(find('hooks')).rejects.toThrow(NameNotFound);
    writeFileSync(join(folder, 'resolv.conf'), 'search other.example\n');
    writeFileSync(join(folder, 'hosts'), '127.0.0.10 written\n');
    nowMs += NOT_FOUND_MS;
    expect(await find('hooks')).toEqual(['192.0.2.8']);
    expect(await find('written')).toEqual(['127.0.0.10']);
    rmSync(join(folder, 'hosts'));
    nowMs += NOT_FOUND_MS;
    await expect(find('written')).rejects.toThrow(NameNotFound);
  });

  it.each([
    ['hooks', 'hooks.shop.svc.cluster.local', ['hooks.shop.svc.cluster.local']],
    [
      'hooks.billing',
      'hooks.billing',
      ['hooks.billing.shop.svc.cluster.local', 'hooks.billing.cluster.local', 'hooks.billing'],
    ],
    ['hooks.shop.example', 'hooks.shop.example', ['hooks.shop.example']],
    ['a.b.c', 'a.b.c.cluster.local', ['a.b.c', 'a.b.c.shop.svc.cluster.local', 'a.b.c.cluster.local']],
  ])('such as %s is looked up in the domains, as %s', async (name, found, asked) => {
    serve({ [found]: { A: v4('192.0.2.1') } });
    expect(await find(name)).toEqual(['192.0.2.1']);
    expect([...new Set(server.asked.map((one) => one.split(' ')[1]))]).toEqual(asked);
  });

  it('is looked up in the next domain past a server that fails', async () => {
    server.answering = (name) =>
      name === 'hooks.shop.svc.cluster.local'
        ? 'SERVFAIL'
        : name === 'hooks.cluster.local'
          ? v4('192.0.2.1')
          : 'REFUSED';
    expect(await find('hooks')).toContain('192.0.2.1');
  });
});

describe('a name that is not found (DELIVERY-31)', () => {
  it('is not asked for again within seconds, by whomever', async () => {
    serve({});
    await expect(find('gone.shop.example')).rejects.toThrow(NameNotFound);
    const before = server.asked.length;
    await expect(find('gone.shop.example', THEIRS)).rejects.toThrow(NameNotFound);
    expect(server.asked.length).toBe(before);
    serve({ 'gone.shop.example': { A: v4('192.0.2.1') } });
    nowMs += NOT_FOUND_MS;
    expect(await find('gone.shop.example')).toEqual(['192.0.2.1']);
  });

  it('because the caller gave up is asked for again', async () => {
    serve({});
    const own = new AbortController();
    const given = find('dead.shop.example', OURS, own.signal);
    await eventually(() => expect(server.questions('dead.shop.example')).toBeGreaterThan(0));
    own.abort(new Error('gave up'));
    await expect(given).rejects.toThrow('gave up');
    server.answering = (_, type) => (type === 'A' ? v4('192.0.2.1') : []);
    expect(await find('dead.shop.example')).toEqual(['192.0.2.1']);
  });

  it('because no server answers ends by itself', async () => {
    serve({});
    await expect(find('dead.shop.example')).rejects.toThrow(NameNotFound);
  });
});

describe('eight webhooks of one organization to names whose server never answers', () => {
  it('leave the lookups of another organization alone', async () => {
    serve({ 'web.shop.example': { A: v4('192.0.2.1') } });
    let ended = 0;
    const dead = Array.from({ length: LOOKUPS_AT_ONCE * 4 }, (_, at) =>
      find(`dead-${at}.shop.example`).finally(() => ended++),
    );
    const all = Promise.allSettled(dead);
    await eventually(() => expect(new Set(server.asked.map((one) => one.split(' ')[1])).size).toBe(LOOKUPS_AT_ONCE));
    const found = await Promise.all(Array.from({ length: 20 }, () => find('web.shop.example', THEIRS)));
    expect(found.flat()).toEqual(found.map(() => '192.0.2.1'));
    // Their own next ones wait.
    expect([ended, server.questions('web.shop.example')]).toEqual([0, 40]);
    ends.abort(new Error('over'));
    expect((await all).map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual(
      dead.map(() => 'over'),
    );
    ends = new AbortController();
    // What was given up holds no place.
    expect(await find('web.shop.example')).toEqual(['192.0.2.1']);
  });

  it('are looked up in turns, with none left out', async () => {
    server.answering = (_, type) => (type === 'A' ? v4('192.0.2.1') : []);
    const many = Array.from({ length: 50 }, (_, at) => find(`n${at}.shop.example`));
    expect((await Promise.all(many)).flat()).toEqual(many.map(() => '192.0.2.1'));
  });
});
