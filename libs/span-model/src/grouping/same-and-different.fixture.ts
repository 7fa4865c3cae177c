import { COMPILED_STACKS, ROOTS, type StackCase } from './compiled-stacks.fixture.js';

/** A file of a bundle under each of the names that bundlers give it in two builds. */
const BUNDLES: readonly (readonly [string, string])[] = [
  ['main.4f3a2b1c.chunk.js', 'main.9e8d7c6b.chunk.js'],
  ['main.4f3a2b1c4d5e6f708192.bundle.js', 'main.0a1b2c3d4e5f60718293.bundle.js'],
  [`application-${'4f3a2b1c'.repeat(8)}.js`, `application-${'9e8d7c6b'.repeat(8)}.js`],
  [`application-${'4f3a2b1c'.repeat(4)}.js`, `application-${'9e8d7c6b'.repeat(4)}.js`],
  ['index-BXkQ1z9_.js', 'index-Ck-3_aZq.js'],
  ['index-DfGhKlQw.js', 'index-ZmTrVbXe.js'],
  ['chunk-7XKJ2QZL.js', 'chunk-ABQWTPLM.js'],
  ['main-5CFQRCPP.js', 'main-W2NDYLXK.js'],
  ['page-2f3e4d5c6b7a8990.js', 'page-c023c6e3521b1417.js'],
  ['2.3c4d5e6f.chunk.js', '2.aabb0011.chunk.js'],
  ['app.4f3a2b1c9d8e.js', 'app.0011aa22bb33.js'],
  ['runtime~main.3f2a1b9c.js', 'runtime~main.0f9e8d7c.js'],
  [
    'component---src-pages-index-tsx-0f1e2d3c4b5a69788796.js',
    'component---src-pages-index-tsx-1234567890abcdef1234.js',
  ],
  ['vendors.a1b2c3d.min.js', 'vendors.b2c3d4e.min.js'],
  ['polyfills.es2015.1f2e3d4c5b6a7988.js', 'polyfills.es2015.8897a6b5c4d3e2f1.js'],
  ['BXkQ1z9_.js', 'Ck-3_aZq.js'],
  ['4f3a2b1c4d5e6f70.js', '0a1b2c3d4e5f6071.js'],
  ['shop_bg-4f3a2b1c4d5e6f70.wasm', 'shop_bg-0a1b2c3d4e5f6071.wasm'],
  ['main.js?v=17', 'main.js?v=18'],
  ['main.js', 'main.js#section'],
];

/** Names that only look like a build's: another file is another cause. */
const OTHER_FILES: readonly (readonly [string, string])[] = [
  ['admin-Settings.js', 'admin-Payments.js'],
  ['use-MyHelper.js', 'use-MyReader.js'],
  ['page-checkout.js', 'page-overview.js'],
  ['main.chunk.js', 'vendor.chunk.js'],
  ['cart-template.js', 'cart-renderer.js'],
  ['main.4f3a2b1c.chunk.js', 'vendor.4f3a2b1c.chunk.js'],
  ['store-version1.js', 'store-version2.js'],
];

const browser = (file: string) => `TypeError: x is undefined
    at CartPage (https://cdn.example.com/static/js/${file}:2:13456)
    at commitRoot (https://cdn.example.com/static/js/${file}:2:99)`;

export const BUNDLED: readonly StackCase[] = [
  ...BUNDLES.map(([from, to]) => ({ name: from, stack: browser(from), same: [[from, to]] as const, different: [] })),
  ...OTHER_FILES.map(([from, to]) => ({
    name: from,
    stack: browser(from),
    same: [],
    different: [[from, to]] as const,
  })),
];

export const STACKS: readonly StackCase[] = [
  {
    name: 'V8 in a browser under Next',
    stack: `TypeError: Cannot read properties of undefined
    at CartPage (https://shop.example.com/_next/static/Xk3_aBcDeFgHiJkLmNoPq/pages/cart-2f3e4d5c6b7a8990.js:1:4411)
    at async load (https://shop.example.com/_next/static/chunks/app/layout-c023c6e3521b1417.js:1:1200)`,
    same: [
      ['Xk3_aBcDeFgHiJkLmNoPq', 'zY9_wVuTsRqPoNmLkJiHg'],
      ['2f3e4d5c6b7a8990', '0123456789abcdef'],
      ['c023c6e3521b1417', 'fedcba9876543210'],
      ['shop.example.com', 'preview-17.example.net'],
      [':1:4411', ':1:9999'],
      ['https://shop.example.com', 'http://localhost:3000'],
    ],
    different: [
      ['CartPage', 'OrderPage'],
      ['pages/cart-', 'pages/order-'],
      ['layout-', 'template-'],
    ],
  },
  {
    name: 'Firefox',
    stack: `total@https://shop.example.com/assets/cart-BXkQ1z9_.js:1:200
async*load/<@https://shop.example.com/assets/index-Ck-3_aZq.js:7:9`,
    same: [
      ['BXkQ1z9_', 'DfGhKlQw'],
      ['Ck-3_aZq', 'Zm7rVbXe'],
      [':1:200', ':3:4'],
      ['shop.example.com', 'cdn.example.net'],
      ['async*load/<', 'load'],
    ],
    different: [
      ['total@', 'sum@'],
      ['cart-', 'order-'],
      ['index-', 'worker-'],
    ],
  },
  {
    name: 'Safari',
    stack: `total@https://shop.example.com/js/cart.0a1b2c3d.js:1:200
map@[native code]
global code@https://shop.example.com/js/main.9f8e7d6c.js:7:9`,
    same: [
      ['0a1b2c3d', 'ffeeddcc'],
      ['9f8e7d6c', '11223344'],
      [':7:9', ':70:90'],
      ['https://shop.example.com', 'capacitor://localhost'],
    ],
    different: [
      ['total@', 'sum@'],
      ['cart.', 'order.'],
      ['global code', 'module code'],
    ],
  },
  {
    name: 'Node',
    stack: `RangeError: bad
    at Cart.total (/app/dist/cart.js:3:4)
    at async handle (/app/dist/routes/index.js:9:1)
    at Layer.handle [as handle_request] (/app/node_modules/express/lib/layer.js:95:5)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    same: [...ROOTS, [':3:4', ':33:44'], ['node_modules/express', 'node_modules/express@4.18.2']],
    different: [
      ['Cart.total', 'Cart.sum'],
      ['routes/index', 'jobs/index'],
      ['async handle', 'async listen'],
    ],
  },
  {
    name: 'webpack in Node',
    stack: `Error: x
    at total (webpack://shop/./src/cart.ts:3:4)
    at run (webpack-internal:///(rsc)/./src/run.ts:3:4)`,
    same: [
      ['webpack://shop/', 'webpack:///'],
      ['(rsc)/', '(ssr)/'],
      [':3:4', ':8:8'],
      ['webpack://shop/./src', 'webpack://shop/src'],
    ],
    different: [
      ['cart.ts', 'order.ts'],
      ['total', 'sum'],
    ],
  },
  {
    name: 'Java',
    stack: `shop.CartException: x
\tat shop.cart.Cart.total(Cart.java:41)
\tat app//shop.cart.Api$$Lambda$12/0x0000000800c03000.apply(Unknown Source)
\tat org.springframework.web.Dispatcher.doDispatch(Dispatcher.java:7)
Caused by: java.io.IOException: y
\tat shop.store.Store.read(Store.java:9)
\t... 12 more`,
    same: [
      ['Cart.java:41', 'Cart.java:42'],
      ['$$Lambda$12/0x0000000800c03000', '$$Lambda$99/0x0000000800d0aa00'],
      ['... 12 more', '... 99 more'],
      ['app//shop', 'shop'],
      [
        '\tat org.springframework.web.Dispatcher.doDispatch(Dispatcher.java:7)',
        '\tat org.apache.catalina.Valve.invoke(Valve.java:1)',
      ],
      ['Cart.java:41)', 'Cart.java:41) ~[shop-1.2.jar:1.2]'],
    ],
    different: [
      ['Cart.total', 'Cart.sum'],
      ['Store.read', 'Store.write'],
      ['IOException', 'EOFException'],
      ['shop.cart.Api', 'shop.cart.Job'],
    ],
  },
  {
    name: 'Kotlin and Scala',
    stack: `java.lang.IllegalStateException: x
\tat shop.CartKt$load$1.invokeSuspend(Cart.kt:12)
\tat shop.Cart$.$anonfun$total$1(Cart.scala:9)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)`,
    same: [
      ['load$1', 'load$3'],
      ['Cart.kt:12', 'Cart.kt:77'],
      ['$anonfun$total$1', '$anonfun$total$7'],
    ],
    different: [
      ['CartKt', 'OrderKt'],
      ['$load', '$save'],
      ['$total$', '$sum$'],
    ],
  },
  {
    name: 'Python',
    stack: `Traceback (most recent call last):
  File "/app/shop/main.py", line 9, in run
    total()
  File "/app/shop/models/cart.py", line 12, in total
    raise ValueError()
ValueError: x`,
    same: [...ROOTS, ['line 12', 'line 99'], ['    total()\n', '']],
    different: [
      ['in total', 'in sum'],
      ['models/cart', 'models/order'],
      ['in run', 'in start'],
    ],
  },
  {
    name: 'Python with one file of its own',
    stack: `Traceback (most recent call last):
  File "/usr/local/lib/python3.12/site-packages/django/core/handlers/base.py", line 197, in _get_response
  File "/app/orders/views.py", line 12, in get
ValueError: x`,
    same: [...ROOTS, ['python3.12', 'python3.13'], ['line 197', 'line 199']],
    different: [
      ['orders/views', 'users/views'],
      ['in get', 'in post'],
    ],
  },
  {
    name: 'Ruby',
    stack: `/app/app/models/user.rb:13:in \`total': boom (RuntimeError)
\tfrom /app/app/controllers/users_controller.rb:7:in \`block in show'
\tfrom /usr/local/bundle/gems/rack-3.0.1/lib/rack/x.rb:1:in \`call'`,
    same: [...ROOTS, [':13:', ':31:'], ['rack-3.0.1', 'rack-3.1.0'], ['`', "'"], ['/app/app/', 'app/']],
    different: [
      ['total', 'sum'],
      ['models/user', 'models/order'],
      ['block in show', 'block in index'],
    ],
  },
  {
    name: 'Ruby on Windows',
    stack: `C:/app/models/user.rb:13:in 'User#total': boom (RuntimeError)
\tfrom C:/app/controllers/users.rb:7:in 'Users#show'`,
    same: [
      ['C:/app/', '/app/'],
      ['C:/app/', 'D:/sites/shop/'],
      [':13:', ':14:'],
    ],
    different: [
      ['User#total', 'User#sum'],
      ['controllers/users', 'controllers/orders'],
    ],
  },
  {
    name: 'JRuby',
    stack: `RuntimeError: boom
     total at /app/models/cart.rb:3
      each at org/jruby/RubyArray.java:1820
     <main> at /app/main.rb:9`,
    same: [...ROOTS, ['cart.rb:3', 'cart.rb:4'], ['RubyArray.java:1820', 'RubyArray.java:1865']],
    different: [
      ['total at', 'sum at'],
      ['models/cart', 'models/order'],
    ],
  },
  {
    name: 'JRuby as the JVM prints it',
    stack: `org.jruby.exceptions.StandardError: (StandardError) boom
\tat RUBY.total(/app/models/cart.rb:3)
\tat org.jruby.RubyArray.each(org/jruby/RubyArray.java:1820)
\tat RUBY.show(/app/main.rb:9)`,
    same: [...ROOTS, ['cart.rb:3', 'cart.rb:4'], ['RubyArray.each', 'RubyArray.map']],
    different: [
      ['RUBY.total', 'RUBY.sum'],
      ['models/cart', 'models/order'],
    ],
  },
  {
    name: 'JRuby as MRI prints it',
    stack: `org/jruby/RubyKernel.java:1014:in \`raise'
/app/models/cart.rb:3:in \`total'
/app/main.rb:9:in \`<main>'`,
    same: [...ROOTS, ['1014', '1099']],
    different: [
      ['total', 'sum'],
      ['models/cart', 'models/order'],
    ],
  },
  ...COMPILED_STACKS,
];

/** Messages of errors without a stack. */
export const SAME_MESSAGES: readonly (readonly [string, string])[] = [
  ['getaddrinfo ENOTFOUND db-1.internal', 'getaddrinfo ENOTFOUND db-2.internal'],
  ['getaddrinfo ENOTFOUND redis', 'getaddrinfo ENOTFOUND postgres'],
  ['dial tcp: lookup cart.svc.cluster.local: no such host', 'dial tcp: lookup order.svc.cluster.local: no such host'],
  ['connect ECONNREFUSED 10.0.0.1:5432', 'connect ECONNREFUSED 10.9.8.7:5432'],
  [
    'connection to server at "db-1.prod.example.com", port 5432 failed',
    'connection to server at "db-7.prod.example.com", port 5432 failed',
  ],
  ['java.net.UnknownHostException: payments-1', 'java.net.UnknownHostException: payments-2'],
  ['no answer of cart-6d8f9b7c5d-x2x9z in time', 'no answer of cart-7f9c8b6d54-abcde in time'],
  ['cannot reach ip-10-0-3-7', 'cannot reach ip-10-0-44-9'],
  ['failed to connect to redis:6379', 'failed to connect to cache:6379'],
  ['broker kafka-0.kafka.lan:9092 is down', 'broker kafka-12.kafka.lan:9092 is down'],
  ['certificate of api.eu.shop.io has expired', 'certificate of api.us.shop.io has expired'],
  ['syntax error: select a, b from orders where id = 1', 'syntax error: select a, c, d from orders where name = $1'],
  [
    'could not execute statement [insert into orders (a) values (?)]; constraint',
    'could not execute statement [insert into orders (a, b) values (?, ?)]; constraint',
  ],
  [
    "SQLSTATE[23000]: Duplicate entry (SQL: insert into `users` (`name`) values ('ann'))",
    "SQLSTATE[23000]: Duplicate entry (SQL: insert into `users` (`mail`) values ('bob'))",
  ],
  ['deadlock: UPDATE orders SET a = 1 WHERE id = 3', 'deadlock: UPDATE orders SET b = 2 WHERE id IN (4, 5)'],
  ['timeout: DELETE FROM carts WHERE a < 3', 'timeout: DELETE FROM carts WHERE b = 9'],
  ['timeout: WITH x AS (SELECT 1) SELECT * FROM carts', 'timeout: WITH y AS (SELECT 2) SELECT a FROM carts'],
];
export const DIFFERENT_MESSAGES: readonly (readonly [string, string])[] = [
  ['deadlock: UPDATE orders SET a = 1', 'deadlock: UPDATE carts SET a = 1'],
  ['timeout: DELETE FROM carts WHERE a < 3', 'timeout: INSERT INTO carts VALUES (3)'],
  ['getaddrinfo ENOTFOUND db-1.internal', 'getaddrinfo EAI_AGAIN db-1.internal'],
  ['java.io.IOException is thrown', 'java.io.EOFException is thrown'],
  ['user.name is undefined', 'user.mail is undefined'],
  ['please select a value from the list', 'please select an entry from a menu'],
  ['cannot update the cart', 'cannot update the order'],
  ['server is down', 'server is busy'],
  ['the host was not found', 'the host could not be reached'],
];
