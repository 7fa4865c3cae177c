import { describe, expect, it } from 'vitest';
import { leastMs } from '@spanwise/testing/processor-time';
import { parseStack } from '../stack/parse-stack.js';
import { g1Frames } from './g1-frames.js';

const parseFrames = (stack: string) => g1Frames(stack, parseStack(stack)?.runtime ?? 'java');

const texts = (stack: string) => parseFrames(stack).map((frame) => `${frame.inApp ? 'app' : 'lib'} ${frame.text}`);

describe('frames, innermost first, by runtime (APM-13)', () => {
  it('Java', () => {
    const stack = `shop.CartException: empty
\tat shop.cart.Cart.total(Cart.java:41)
\tat shop.cart.Cart$$Lambda$12/0x0000000800c03000.apply(Unknown Source)
\tat java.base/java.util.Optional.map(Optional.java:260)
\tat org.springframework.web.Servlet.doGet(Servlet.java:9)
Caused by: java.io.IOException: gone
\tat shop.store.Store.read(Store.java:7)
\t... 12 more`;
    expect(texts(stack)).toEqual([
      'app shop.cart.Cart.total',
      'app shop.cart.Cart$generated.apply',
      'lib java.util.Optional.map',
      'lib org.springframework.web.Servlet.doGet',
      'app shop.store.Store.read',
    ]);
  });

  it('Node and V8', () => {
    const stack = `TypeError: x is not a function
    at Cart.total (/srv/shop/dist/cart.js:10:5)
    at async /srv/shop/dist/index.js:3:1
    at Layer.handle [as handle_request] (/srv/shop/node_modules/express/lib/router/layer.js:95:5)
    at node:internal/process/task_queues:95:5
    at new Store (webpack:///./src/store.js?1f2e:1:2)`;
    const frames = texts(stack);
    expect(frames).toHaveLength(5);
    expect(frames[0]).toMatch(/^app \S*dist\/cart\.js Cart\.total$/);
    expect(frames[1]).toMatch(/^app \S*dist\/index\.js$/);
    expect(frames.slice(2, 4).every((frame) => frame.startsWith('lib'))).toBe(true);
    expect(frames[4]).toMatch(/^app .*store\.js new Store$/);
  });

  it('Firefox and Safari', () => {
    expect(
      texts('total@https://shop.example/assets/cart.3f2a1b9c.js:10:5\nrun@https://shop.example/assets/main.js:1:2'),
    ).toEqual(['app /assets/cart.js total', 'app /assets/main.js run']);
  });

  it('Python, whose innermost frame stands last', () => {
    const stack = `Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/flask/app.py", line 880, in dispatch
    return f()
  File "/srv/shop/cart.py", line 12, in total
    return sum(prices)
ValueError: no prices`;
    expect(texts(stack)).toEqual(['app srv/shop/cart.py total', 'lib site-packages/flask/app.py dispatch']);
  });

  it('Go: the panicking goroutine only, receivers kept and arguments dropped', () => {
    const stack = `panic: boom

goroutine 7 [running]:
main.(*Cart).Total(0xc000010000, {0x1, 0x2})
\t/srv/shop/cart.go:12 +0x1b
net/http.HandlerFunc.ServeHTTP(0x1, 0x2)
\t/usr/local/go/src/net/http/server.go:2136 +0x29

goroutine 8 [chan receive]:
main.other(0x1)
\t/srv/shop/other.go:1 +0x2`;
    expect(texts(stack)).toEqual(['app main.(*Cart).Total', 'lib net/http.HandlerFunc.ServeHTTP']);
  });

  it('.NET, with its state machines', () => {
    const stack = `System.Exception: boom
   at Shop.Cart.Total(Int32 id) in /srv/shop/Cart.cs:line 12
   at Shop.Cart.<Load>d__2.MoveNext() in /srv/shop/Cart.cs:line 20
   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)`;
    const frames = texts(stack);
    expect(frames).toHaveLength(3);
    expect(frames[0]).toContain('Shop.Cart.Total');
    expect(frames[2]).toMatch(/^lib /);
    expect(texts(stack.replace('d__2', 'd__7'))).toEqual(frames);
  });

  it('Ruby', () => {
    expect(
      texts("app/models/cart.rb:12:in `total'\n/usr/lib/ruby/gems/3.3.0/gems/rack-3.0/lib/rack/x.rb:1:in 'Rack#call'"),
    ).toEqual(['app app/models/cart.rb total', expect.stringMatching(/^lib .*Rack#call$/)]);
  });

  it('PHP', () => {
    const stack = `PHP Fatal error: Uncaught Exception: boom in /srv/shop/cart.php:5
Stack trace:
#0 /srv/shop/cart.php(9): total()
#1 /srv/shop/vendor/symfony/kernel.php(13): Kernel->handle(Object(Request))
#2 {main}`;
    const frames = texts(stack);
    expect(frames[0]).toBe('app srv/shop/cart.php total');
    expect(frames[1]).toMatch(/^lib .*Kernel->handle$/);
  });

  it('Rust and Dart', () => {
    expect(texts('   0: std::panicking::begin_panic\n   1: shop::cart::total::h0123456789abcdef\n')).toEqual([
      'lib std::panicking::begin_panic',
      'app shop::cart::total',
    ]);
    expect(
      texts('#0      List.[] (dart:core-patch/growable_array.dart:151)\n#1      total (package:shop/cart.dart:31:23)'),
    ).toEqual([expect.stringMatching(/^lib .*List\.\[\]$/), expect.stringMatching(/^app .*cart\.dart total$/)]);
  });

  it('none in a text of another kind', () => expect(parseFrames('it broke\nand the cause is unknown')).toEqual([]));

  it.each(['.((', 'a.(', '.a', '(', 'at / (', 'at a(', 'a:', '1: ::h0', ' ', '#1 ', '@', 'at <'])(
    'cost little even when built against the patterns: "%s" repeated',
    (unit) => {
      const line = unit.repeat(Math.floor(1000 / unit.length));
      const text = Array.from({ length: 32 }, () => line).join('\n');
      expect(leastMs(() => parseFrames(text), 250)).toBeLessThan(250);
    },
  );
});
