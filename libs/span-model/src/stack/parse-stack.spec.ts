import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastMs } from '@spanwise/testing/processor-time';
import { parseStack } from './parse-stack.js';
import {
  JAVA,
  KOTLIN,
  NODE,
  FIREFOX,
  SAFARI,
  PYTHON,
  PYTHON_GROUP,
  GO,
  GO_ERRORS,
  DOTNET,
  MONO,
  RUBY,
  RAILS,
  PHP,
  OTEL_PHP,
  RUST,
  ANYHOW,
  DART,
  DART_SHORT,
} from './stacks.fixture.js';

/** One line per frame, and one per cause. */
function read(text: string): string[] {
  return (parseStack(text)?.exceptions ?? []).flatMap(({ type, frames }, index) => [
    ...(index > 0 ? [`caused by ${type}`] : []),
    ...frames.map(({ inApp, key }) => `${inApp ? 'app' : 'lib'} ${key}`),
  ]);
}

describe('frames, innermost first, and causes, outermost first (APM-13)', () => {
  it.each<[string, string, string, string[]]>([
    [
      'Java, without what was suppressed beside the error',
      'java',
      JAVA,
      [
        'app shop.cart.Cart.total',
        'app shop.cart.Cart$$Lambda.apply',
        'app shop.cart.Cart.lambda$load$n',
        'lib java.util.Optional.map',
        'app shop.Shop$$proxy.open',
        'caused by java.io.IOException',
        'app shop.store.Store$n.read',
      ],
    ],
    [
      'Kotlin with coroutines',
      'java',
      KOTLIN,
      [
        'app shop.CartKt$load$n.invokeSuspend',
        'lib _COROUTINE._BOUNDARY._',
        'lib kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith',
      ],
    ],
    [
      'Node',
      'javascript',
      NODE,
      [
        'app shop/dist/cart.js Cart.total',
        'app shop/dist/index.js',
        'lib express/lib/layer.js Layer.handle [as handle_request]',
        'lib node:internal/process/task_queues',
        'app src/store.js new Store',
        'app eval',
        'lib new Promise',
        'caused by RangeError',
        'app shop/dist/count.js count',
      ],
    ],
    [
      'Firefox',
      'javascript',
      FIREFOX,
      ['app assets/cart.js total', 'app assets/index.js load', 'lib modules/Timer.jsm'],
    ],
    ['Safari', 'javascript', SAFARI, ['app assets/cart.js total', 'lib map', 'app main.js global code']],
    [
      'Python, whose outermost exception stands last',
      'python',
      PYTHON,
      [
        'app srv/shop/cart.py total',
        'lib site-packages/flask/app.py dispatch',
        'caused by IndexError',
        'app srv/shop/store.py read',
      ],
    ],
    [
      'Python with an exception group',
      'python',
      PYTHON_GROUP,
      ['app srv/shop/main.py run', 'caused by ValueError', 'app srv/shop/load.py load'],
    ],
    [
      'Go: the panicking goroutine alone, receivers kept and arguments dropped',
      'go',
      GO,
      [
        'app main.(*Cart).Total',
        'app main.main.func',
        'lib github.com/gin-gonic/gin.(*Context).Next',
        'lib net/http.HandlerFunc.ServeHTTP',
      ],
    ],
    ['Go with pkg/errors', 'go', GO_ERRORS, ['app shop/cart.(*Cart).Total', 'app main.main', 'lib runtime.main']],
    [
      '.NET: state machines and closures under their method',
      'dotnet',
      DOTNET,
      [
        'app Shop.Cart.Load',
        'lib System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess',
        'app Shop.Cart.Sum.lambda',
        'app Shop.Cart.Sum.Add',
        'caused by System.IO.IOException',
        'app Shop.Store.Read',
      ],
    ],
    ['Mono', 'dotnet', MONO, ['lib System.Collections.Generic.Dictionary`2.get_Item', 'app Shop.Cart.Find']],
    [
      'Ruby',
      'ruby',
      RUBY,
      [
        'app app/models/cart.rb Cart#total',
        'app app/models/cart.rb block in Cart#load',
        'app views/cart/show.html.erb _app_views_cart_show_html_erb__n',
        'lib lib/rack/x.rb Rack#call',
        'caused by Errno::ENOENT',
        'app app/models/store.rb read',
        'app app/models/cart.rb Cart#total',
      ],
    ],
    [
      'Rails',
      'ruby',
      RAILS,
      ['lib action_dispatch/middleware/debug_exceptions.rb call', 'app config/error_logger.rb tagged'],
    ],
    [
      'PHP, whose outermost exception stands last',
      'php',
      PHP,
      [
        'lib symfony/http-kernel/Kernel.php class@anonymous->handle',
        'app srv/shop/index.php Shop\\Cart->total',
        'caused by Shop\\StoreException',
        'app srv/shop/cart.php Shop\\Store->read',
        'lib Shop\\Cart->{closure}',
      ],
    ],
    ['PHP as OpenTelemetry prints it', 'java', OTEL_PHP, ['app Shop.Cart.total', 'app main']],
    [
      'Rust',
      'rust',
      RUST,
      [
        'lib rust_begin_unwind',
        'app shop::cart::total',
        'app <shop::cart::Cart as core::ops::Drop>::drop::{{closure}}',
        'app shop::main',
      ],
    ],
    [
      'Rust with anyhow, whose causes are numbered like frames',
      'rust',
      ANYHOW,
      ['lib anyhow::error::<impl anyhow::Error>::msg', 'app shop::store::read'],
    ],
    [
      'Dart',
      'dart',
      DART,
      [
        'lib core-patch/growable_array.dart List.[]',
        'app shop/src/cart.dart main.<anonymous closure>',
        'lib src/widgets/framework.dart _StatefulElement.build',
      ],
    ],
    ['Dart, short', 'dart', DART_SHORT, ['app shop/cart.dart Cart.total', 'lib async/zone.dart _CustomZone.runUnary']],
  ])('%s', (_, runtime, text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(parseStack(text)?.runtime).toBe(runtime);
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  it.each([
    [JAVA, 'Cart.java', 41],
    [NODE, 'shop/dist/cart.js', 10],
    [GO, 'srv/shop/cart.go', 12],
    [RUST, 'std/src/panicking.rs', 645],
    [PYTHON, 'srv/shop/cart.py', 12],
  ])('file and line are kept beside the key', (text, file, line) => {
    const frames = parseStack(text)!.exceptions[0]!.frames;
    expect(frames).toContainEqual(expect.objectContaining({ file, line }));
  });

  it('release folders and build hashes are no part of a file', () => {
    const at = (path: string) => read(`Error\n    at f (${path}:1:2)`);
    expect(at('/srv/shop/releases/20240131101112/cart.js')).toEqual(at('/srv/shop/releases/20250101000000/cart.js'));
    expect(at('https://a.example/1.4.2/cart.0a1b2c3d.js')).toEqual(at('https://b.example/1.5.0/cart.ffff0000.js'));
  });

  it('a frame that says nothing that lasts is none', () =>
    expect(read('Traceback (most recent call last):\n  File "1.2", line 3\n  File "/srv/a.py", line 3, in b')).toEqual([
      'app srv/a.py b',
    ]));

  it('a text of another kind has none', () => expect(parseStack('it broke\nand the cause is unknown')).toBeUndefined());
});

describe('whatever a client sends', () => {
  const samples = [JAVA, NODE, FIREFOX, PYTHON, PYTHON_GROUP, GO, DOTNET, MONO, RUBY, PHP, RUST, ANYHOW, DART];
  const lines = samples.flatMap((sample) => sample.split('\n'));
  const anyLine = fc.oneof(
    fc.constantFrom(...lines),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(fc.constantFrom(...lines), fc.nat(80), fc.string({ maxLength: 4 }))
      .map(([line, at, put]) => line.slice(0, at) + put + line.slice(at)),
  );

  it('is read without a throw, and within the bounds', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 300 }), (text) => {
        const parsed = parseStack(text.join('\n'));
        const frames = parsed?.exceptions.flatMap((exception) => exception.frames) ?? [];
        expect(frames.length).toBeLessThanOrEqual(128);
        for (const { key, line } of frames) {
          expect(key.length).toBeGreaterThan(0);
          expect(line ?? 0).toBeLessThan(1_000_000_000);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('of a long text both ends are read', () => {
    const recursion = '  File "/srv/a.py", line 1, in loop\n'.repeat(5_000);
    const text = `Traceback (most recent call last):\n${recursion}  File "/srv/b.py", line 2, in last\nRecursionError: x`;
    expect(read(text)[0]).toBe('app srv/b.py last');
  });

  it.each([
    '.((',
    'a.(',
    '.a',
    '(',
    'at / (',
    'at a(',
    'at a (',
    'a:',
    'a:1',
    ':1',
    '1: ::h0',
    ' ',
    '#1 ',
    '#1 a (',
    '@',
    'at <',
    'a@http:',
    '[a',
    '<a>',
    '---> a.',
    '- ',
    '`a',
    '$$Lambda',
    'eval at ',
    'fn1',
    '-1.1',
    '/1',
    'Caused by: ',
    'File "',
    'a-',
    '.a (b:1',
    'at a.b (c) in d:',
    '| ',
    '+-',
    '{closure',
  ])('costs little even when built against the patterns: "%s" repeated', (unit) => {
    const line = unit.repeat(Math.floor(1_000 / unit.length));
    const heads = ['', 'at ', '    at a.b (', '#0 ', '  File "', 'goroutine 1 [', '  0: a::', 'x@http://', ' at x.Y('];
    const stack = Array.from({ length: 200 }, (_, index) => heads[index % heads.length] + line).join('\n');
    expect(leastMs(() => parseStack(stack), 500)).toBeLessThan(500);
  });
});
