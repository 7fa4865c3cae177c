import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorGroupOf } from './error-group.js';
import type { Grouping } from './grouping/evidence.js';
import { spanOf, type Attributes, type SpanParts } from './span.fixture.js';
import type { SpanException } from './span.js';
import * as stacks from './stack/stacks.fixture.js';

const groupOf = (parts: SpanParts, service = 'cart', transaction = 'GET /cart') =>
  errorGroupOf(spanOf(parts), 'default', service, transaction);
const printOf = (parts: SpanParts, service?: string, transaction?: string) =>
  groupOf(parts, service, transaction).fingerprint;
const thrown = (exception: Partial<SpanException>, attributes: Attributes = {}): SpanParts => ({
  exceptions: [exception],
  attributes,
});

const STACK = `shop.CartException: order 1\n\tat shop.Cart.total(Cart.java:41)\n\tat shop.Cart.total(Cart.java:41)\n\tat shop.Api.get(Api.java:7)`;

const DEEP = `E\n${Array.from({ length: 30 }, (_, at) => `\tat shop.Step${at}.run(Step.java:1)`).join('\n')}`;

describe('one cause is one group (APM-13, g4)', () => {
  it.each<[string, SpanParts, SpanParts]>([
    [
      'line numbers',
      thrown({ type: 'E', stacktrace: STACK }),
      thrown({ type: 'E', stacktrace: STACK.replaceAll(':41', ':99') }),
    ],
    [
      'the message beside a stack',
      thrown({ type: 'E', message: 'a', stacktrace: STACK }),
      thrown({ type: 'E', message: 'b', stacktrace: STACK }),
    ],
    [
      'depth of recursion',
      thrown({ type: 'E', stacktrace: STACK }),
      thrown({ type: 'E', stacktrace: STACK.replace('\n\tat shop.Cart.total(Cart.java:41)', '') }),
    ],
    [
      'numbers of lambdas, addresses and line numbers',
      thrown({ type: 'E', stacktrace: 'E\n\tat shop.Cart$$Lambda$12/0x01.apply(Cart.java:1)' }),
      thrown({ type: 'E', stacktrace: 'E\n\tat shop.Cart$$Lambda$77/0xff.apply(Cart.java:9)' }),
    ],
    [
      'exceptions suppressed beside it',
      thrown({ type: 'E', stacktrace: STACK }),
      thrown({ type: 'E', stacktrace: `${STACK}\n\tSuppressed: F: x\n\t\tat shop.Pool.close(Pool.java:1)` }),
    ],
    [
      'tokens in the message',
      thrown({ type: 'E', message: 'bad token=aaaa' }),
      thrown({ type: 'E', message: 'bad token=bbbb' }),
    ],
    ['numbers in the message', thrown({ type: 'E', message: 'order 17' }), thrown({ type: 'E', message: 'order 42' })],
    [
      'old and new gRPC codes',
      { attributes: { 'rpc.grpc.status_code': 14 } },
      { attributes: { 'rpc.status_code': 'UNAVAILABLE' } },
    ],
    [
      'old and new HTTP codes',
      { attributes: { 'http.status_code': 500 } },
      { attributes: { 'http.response.status_code': 500 } },
    ],
    [
      "the client's own group",
      thrown({ type: 'E' }, { 'error.fingerprint': 'x' }),
      thrown({ type: 'F' }, { 'error.fingerprint': 'x' }),
    ],
  ])('whatever %s', (_, a, b) => expect(printOf(a)).toBe(printOf(b)));

  it.each<[string, SpanParts, SpanParts]>([
    ['the type', thrown({ type: 'E', stacktrace: STACK }), thrown({ type: 'F', stacktrace: STACK })],
    [
      'a frame',
      thrown({ type: 'E', stacktrace: STACK }),
      thrown({ type: 'E', stacktrace: STACK.replace('Api.get', 'Api.put') }),
    ],
    [
      'the cause',
      thrown({ type: 'E', stacktrace: STACK }),
      thrown({ type: 'E', stacktrace: `${STACK}\nCaused by: java.io.IOException: x` }),
    ],
    [
      'the place of the cause, however deep the stack around it',
      thrown({ type: 'E', stacktrace: `${DEEP}\nCaused by: F: x\n\tat shop.Store.read(Store.java:1)` }),
      thrown({ type: 'E', stacktrace: `${DEEP}\nCaused by: F: x\n\tat shop.Store.write(Store.java:1)` }),
    ],
    ['the words of the message', thrown({ type: 'E', message: 'a' }), thrown({ type: 'E', message: 'b' })],
    ['the status code', { attributes: { 'http.status_code': 500 } }, { attributes: { 'http.status_code': 503 } }],
  ])('but %s divides', (_, a, b) => expect(printOf(a)).not.toBe(printOf(b)));

  it('whatever numbers an occurrence has: lines, columns, addresses, goroutines, lambdas and what the message says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(stacks)),
        fc.infiniteStream(fc.integer({ min: 1, max: 9_999 })),
        (stack, numbers) => {
          const next = () => `${numbers.next().value}`;
          const varied = stack
            .replaceAll(/0x[0-9a-f]+/g, () => `0x${next()}`)
            .replaceAll(
              /(Lambda\$|lambda\$\w+\$|CGLIB\$\$|DisplayClass|goroutine |line |[$|]|d__|b__|__)\d+/g,
              (_, before: string) => before + next(),
            )
            .replaceAll(/(?<=\.\w{1,6}):\d+(?::\d+)?/g, (place) => place.replaceAll(/\d+/g, next))
            .replaceAll(/(\.dart|\.php)([ (])\d+/g, (_, file: string, mark: string) => file + mark + next());
          const thrownWith = (stacktrace: string) =>
            printOf(thrown({ type: 'E', message: `order ${next()}`, stacktrace }));
          expect(thrownWith(varied)).toBe(thrownWith(stack));
        },
      ),
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        const message = (n: number) =>
          thrown({ type: 'E', message: `order ${n} of 10.0.0.${n % 256}, 0x${n.toString(16)}` });
        expect(printOf(message(a))).toBe(printOf(message(b)));
      }),
    );
  });

  it('is scoped by service and not by how parts are cut', () => {
    const error = thrown({ type: 'E', message: 'm' });
    expect(printOf(error, 'cart')).not.toBe(printOf(error, 'shop'));
    expect(printOf(thrown({ type: 'ab', message: 'c' }))).not.toBe(printOf(thrown({ type: 'a', message: 'bc' })));
    expect(printOf(error)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is divided by transaction only when nothing but error.type is known', () => {
    const bare = { attributes: { 'error.type': 'timeout' } };
    expect(printOf(bare, 'cart', 'a')).not.toBe(printOf(bare, 'cart', 'b'));
    expect(printOf(thrown({ type: 'E', message: 'm' }), 'cart', 'a')).toBe(
      printOf(thrown({ type: 'E', message: 'm' }), 'cart', 'b'),
    );
  });

  it('is taken from the last exception, the outermost', () => {
    const group = groupOf({ exceptions: [{ type: 'Inner' }, { type: 'Outer', message: 'm' }] });
    expect(group).toMatchObject({ errorType: 'Outer', message: 'm' });
  });

  it.each<[Attributes, string]>([
    [{ 'error.type': 'timeout' }, 'timeout'],
    [{ 'http.response.status_code': 502 }, 'HTTP 502'],
    [{ 'rpc.grpc.status_code': 14 }, 'RPC UNAVAILABLE'],
    [{}, 'Error'],
  ])('has a type without an exception: %o -> %s', (attributes, type) =>
    expect(groupOf({ attributes }).errorType).toBe(type),
  );

  it.each<[SpanParts, Grouping]>([
    [
      thrown({ type: 'E' }, { 'error.fingerprint': 'checkout' }),
      { rule: 'custom', types: ['E'], frames: [], value: 'checkout' },
    ],
    [
      thrown({
        type: 'E',
        stacktrace: `${STACK}\nCaused by: java.io.IOException: x\n\tat shop.Store.read(Store.java:1)`,
      }),
      {
        rule: 'stack',
        types: ['E', 'java.io.IOException'],
        frames: ['shop.Cart.total', 'shop.Api.get', 'shop.Store.read'],
        value: '',
      },
    ],
    [
      thrown({ type: 'E', message: 'order 7 of bob@example.org' }),
      { rule: 'message', types: ['E'], frames: [], value: 'order {n} of [EMAIL]' },
    ],
    [{ attributes: { 'error.type': 'timeout' } }, { rule: 'type', types: ['timeout'], frames: [], value: 'GET /cart' }],
    [{ attributes: { 'http.status_code': 502 } }, { rule: 'status', types: ['HTTP 502'], frames: [], value: '' }],
  ])('says by which rule and from what (APM-13): %#', (parts, grouping) =>
    expect(groupOf(parts).grouping).toEqual(grouping),
  );

  it.each<[string, Partial<SpanException>, g3: string, g2: string]>([
    ['a stack', { stacktrace: STACK }, '2315c738191a9e0ee80bc23af600f332', '8b006d8ff1b5b21811d5cc67e9601201'],
    [
      'a message',
      { message: 'order 17 at db-1.internal' },
      '8e668c91d8383b55203fe553f4c87eeb',
      'fe6ff187a08f9e55c03fc2913b65065a',
    ],
    [
      'a build',
      { stacktrace: 'TypeError: x\n    at a (https://x.example/static/main.4f3a2b1c.chunk.js:1:2)' },
      'd763f34e7aeda3785bd3f9a4ede94dd2',
      '8324983b046943454d427376e1cc32a7',
    ],
    [
      'a place of installation',
      { stacktrace: "/app/models/user.rb:13:in `total'" },
      '656f0656bfd3df25ca37e611b5f799cc',
      'b867ce2c27b865e0a4174fdf8c3ba6e2',
    ],
  ])('goes on under what g3 and g2 called it, which never changes: %s', (_, exception, g3, g2) =>
    expect(groupOf(thrown({ type: 'E', ...exception })).formerFingerprints.slice(0, 2)).toEqual([g3, g2]),
  );

  it('goes on under what g1 called it, which never changes', () => {
    expect(groupOf(thrown({ type: 'E', stacktrace: STACK })).formerFingerprints[2]).toBe(
      'a25a8e50665a3d95ac1b6e955f124ab3',
    );
    expect(groupOf(thrown({ type: 'E', message: 'order 17' })).formerFingerprints[2]).toBe(
      '8bf07691cc2226303e2b1ec68fdb0d23',
    );
    expect(groupOf({ attributes: { 'error.type': 'timeout' } }).formerFingerprints[2]).toBe(
      '2eade26b1fc08224c0130fe0962a991f',
    );
    expect(groupOf({ attributes: { 'http.status_code': 502 } }).formerFingerprints[2]).toBe(
      '804a06e22893e0739bf82a593744f1af',
    );
  });

  const FRAMEWORK = '\n\tat android.os.Handler.dispatchMessage(Handler.java:106)';
  const hidden = (...places: string[]) =>
    thrown({ type: 'E', stacktrace: `E: x${places.map((place) => `\n\tat ${place}`).join('')}${FRAMEWORK}` });

  it.each(['a.b.c(SourceFile:12)', 'a.b.c(Unknown Source:12)', `a.b.c(r8-map-id-${'0f'.repeat(32)}:12)`])(
    'is grouped by its line, and its title is that frame and no frame of the framework: %s',
    (place) => {
      const group = groupOf(hidden(place));
      expect([group.grouping.rule, group.frame]).toEqual(['stack', 'a.b.c:12']);
      expect(group.fingerprint).not.toBe(printOf(hidden(place.replace(':12', ':13'))));
    },
  );

  it.each<[string, string, string]>([
    [
      'Rails',
      "app/views/users/show.html.erb:3:in `_app_views_users_show_html_erb___2823489_70208'",
      "app/views/users/show.html.erb:3:in `_app_views_users_show_html_erb____9123_4567'",
    ],
    [
      'Twig',
      `#0 /app/v.php(3): __TwigTemplate_${'0d5b7c9e'.repeat(4)}->doDisplay()\n#1 {main}`,
      `#0 /app/v.php(3): __TwigTemplate_${'9f8e7d6c'.repeat(4)}->doDisplay()\n#1 {main}`,
    ],
    [
      'a lambda of Kotlin',
      'E: x\n\tat shop.CartKt.add$lambda-0(Cart.kt:3)',
      'E: x\n\tat shop.CartKt.add$lambda-7(Cart.kt:3)',
    ],
  ])('is one whatever number a method was made with: %s', (_, one, other) => {
    expect(groupOf(thrown({ type: 'E', stacktrace: one })).grouping.rule).toBe('stack');
    expect(printOf(thrown({ type: 'E', stacktrace: other }))).toBe(printOf(thrown({ type: 'E', stacktrace: one })));
  });

  it('keeps bounded samples without secrets', () => {
    const stacktrace = `E: password=hunter2\n${'\tat a.B.c(B.java:1) é'.padEnd(400, 'é')}\n`.repeat(60);
    const group = groupOf(thrown({ type: 'E', message: `token=abc ${'é'.repeat(2000)}`, stacktrace }));
    expect(Buffer.byteLength(group.message)).toBeLessThanOrEqual(1024);
    expect(group.stack).toHaveLength(50);
    expect(Math.max(...group.stack.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(256);
    expect(JSON.stringify(group)).not.toMatch(/hunter2|token=abc/);
  });
});

interface Recorded {
  id: string;
  service: string;
  type: string;
  message: string;
  stacktrace: string;
}

const RECORDED = new URL('../../../../shared/data/exceptions.source.json', import.meta.url);
const recorded: Recorded[] = existsSync(RECORDED) ? (JSON.parse(readFileSync(RECORDED, 'utf8')) as Recorded[]) : [];

describe.skipIf(recorded.length === 0)(
  '20 recorded errors of 9 runtimes (skipped where the shared data are not there)',
  () => {
    const printed = ({ type, message, stacktrace, service }: Recorded) =>
      printOf(thrown({ type, message, stacktrace }), service);

    it('are 20 groups', () => expect(new Set(recorded.map(printed)).size).toBe(20));

    it.each(recorded.map((error) => [error.id, error] as const))('%s is identified by its stack', (_, error) => {
      const { grouping, stack } = groupOf(thrown(error), error.service);
      expect(grouping.rule).toBe('stack');
      expect(grouping.frames.length).toBeGreaterThan(0);
      expect(stack.length).toBeGreaterThan(1);
    });

    it.each(recorded.map((error) => [error.id, error] as const))(
      '%s is one group over addresses, line numbers and goroutine numbers',
      (_, error) => {
        const varied = (text: string) =>
          text
            .replaceAll(/0x[0-9a-f]+/gi, (hex) => `0x${'7'.repeat(hex.length - 2)}`)
            .replaceAll(/goroutine \d+/g, 'goroutine 4242')
            .replaceAll(/:\d+(?=[):]|$| )/gm, ':4242')
            .replaceAll(/line \d+/g, 'line 4242');
        expect(printed({ ...error, message: varied(error.message), stacktrace: varied(error.stacktrace) })).toBe(
          printed(error),
        );
      },
    );
  },
);
