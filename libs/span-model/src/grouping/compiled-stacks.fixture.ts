/** Stacks as the runtimes document them, with what varies between occurrences of one cause and what distinguishes two causes. */
export interface StackCase {
  name: string;
  stack: string;
  /** Replaced everywhere in the stack: still the same group. */
  same: readonly (readonly [from: string, to: string])[];
  /** Replaced everywhere in the stack: another group. */
  different: readonly (readonly [from: string, to: string])[];
}

/** Where the same program is installed on two machines. */
export const ROOTS: readonly (readonly [string, string])[] = [
  ['/app/', '/srv/shop/'],
  ['/app/', '/opt/shop/'],
  ['/app/', '/usr/src/app/'],
  ['/app/', '/home/deploy/shop/'],
  ['/app/', '/var/www/shop/current/'],
  ['/app/', '/var/task/'],
  ['/app/', '/srv/shop/releases/20240102030405/'],
  ['/app/', 'C:/app/'],
  ['/app/', '/workspace/'],
];

export const COMPILED_STACKS: readonly StackCase[] = [
  {
    name: 'Go with an SDK that records',
    stack: `goroutine 17 [running]:
go.opentelemetry.io/otel/sdk/trace.recordStackTrace()
\t/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.21.0/trace/span.go:501 +0x5c
go.opentelemetry.io/otel/sdk/trace.(*recordingSpan).RecordError(0xc0001, {0x1, 0x2})
\t/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.21.0/trace/span.go:450 +0x1
shop/cart.(*Cart).Total(0xc000123)
\t/app/cart/cart.go:41 +0x1d
main.main.func1()
\t/app/main.go:9 +0x3`,
    same: [
      ...ROOTS,
      ['goroutine 17', 'goroutine 9000'],
      ['0xc000123', '0xc000999'],
      ['cart.go:41', 'cart.go:99'],
      ['func1', 'func2'],
      ['v1.21.0', 'v1.30.0'],
      [
        'go.opentelemetry.io/otel/sdk/trace.recordStackTrace()\n\t/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.21.0/trace/span.go:501 +0x5c\n',
        '',
      ],
      ['/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.21.0/', '/app/sdk/'],
    ],
    different: [
      ['Cart).Total', 'Cart).Sum'],
      ['main.main', 'main.worker'],
    ],
  },
  {
    name: '.NET',
    stack: `System.InvalidOperationException: x
 ---> System.IO.IOException: y
   at Shop.Store.Read(String path) in /app/Store.cs:line 9
   --- End of inner exception stack trace ---
   at Shop.Cart.<Load>d__3.MoveNext() in /app/Cart.cs:line 41
   at Shop.Cart.<>c__DisplayClass4_0.<Sum>b__0(Int32 n)
   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)`,
    same: [
      ...ROOTS,
      ['line 41', 'line 99'],
      ['d__3', 'd__9'],
      ['DisplayClass4_0', 'DisplayClass7_1'],
      ['b__0', 'b__5'],
    ],
    different: [
      ['<Load>', '<Save>'],
      ['Store.Read', 'Store.Write'],
      ['IO.IOException', 'TimeoutException'],
    ],
  },
  {
    name: 'PHP',
    stack: `PHP Fatal error:  Uncaught Shop\\CartException: x in /app/src/Cart.php:12
Stack trace:
#0 /app/src/Api.php(41): Shop\\Cart->total(Array)
#1 /app/vendor/symfony/http-kernel/Kernel.php(7): Shop\\Api->show()
#2 /app/public/index.php(3): handle()
#3 {main}`,
    same: [...ROOTS, ['(41)', '(42)'], ['total(Array)', 'total(Object(Shop\\User))']],
    different: [
      ['Cart->total', 'Cart->sum'],
      ['src/Api', 'src/Job'],
    ],
  },
  {
    name: 'Rust',
    stack: `thread 'main' panicked at src/cart.rs:4:5:
boom
stack backtrace:
   0: <unknown>
   1: std::panicking::begin_panic
   2: shop::cart::total::h0123456789abcdef
             at ./src/cart.rs:4:5
   3: shop::main::{{closure}}
             at ./src/main.rs:2:5
   4: <unknown>`,
    same: [
      ['   0: <unknown>\n', ''],
      ['\n   4: <unknown>', ''],
      ['h0123456789abcdef', 'hfedcba9876543210'],
      [':4:5', ':9:9'],
      ['./src/', '/srv/shop/src/'],
      ['std::panicking::begin_panic', 'core::panicking::panic_fmt'],
    ],
    different: [
      ['cart::total', 'cart::sum'],
      ['shop::main', 'shop::worker'],
    ],
  },
  {
    name: 'Rust without symbols, identified by what is left',
    stack: `stack backtrace:
   0: <unknown>
   1: shop::cart::total
   2: <unknown>`,
    same: [['   0: <unknown>\n', '   0: <unknown>\n   1: <unknown>\n']],
    different: [['cart::total', 'cart::sum']],
  },
  {
    name: 'Lua',
    stack: `lua: /app/shop/cart.lua:3: attempt to index a nil value (local 'x')
stack traceback:
\t[C]: in function 'error'
\t/app/shop/cart.lua:3: in upvalue 'total'
\t/app/lib/api.lua:10: in function <lib/api.lua:8>
\t(...tail calls...)
\t/app/lib/main.lua:20: in main chunk
\t[C]: in ?`,
    same: [
      ...ROOTS,
      ["upvalue 'total'", "local 'total'"],
      ["upvalue 'total'", "function 'total'"],
      ['cart.lua:3:', 'cart.lua:30:'],
      ['<lib/api.lua:8>', '<lib/api.lua:80>'],
      ["[C]: in function 'error'", "[C]: in function 'assert'"],
    ],
    different: [
      ["'total'", "'sum'"],
      ['shop/cart', 'shop/order'],
      ['main chunk', "function 'run'"],
    ],
  },
  {
    name: 'Elixir',
    stack: `** (RuntimeError) boom
    (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1
    (elixir 1.14.0) lib/enum.ex:1658: Enum."-map/2-lists^map/1-0-"/2
    (shop 0.1.0) lib/shop/api.ex:30: anonymous fn/2 in Shop.Api.show/2
    (stdlib 3.17) gen_server.erl:695: :gen_server.try_dispatch/4`,
    same: [
      ['shop 0.1.0', 'shop 0.2.0'],
      ['cart.ex:12', 'cart.ex:99'],
      ['elixir 1.14.0', 'elixir 1.18.1'],
      ['Shop.Cart.total/1', 'Shop.Cart.total(nil)'],
      ['gen_server.erl:695', 'gen_server.erl:1'],
      ['(shop 0.1.0) lib', 'lib'],
    ],
    different: [
      ['Cart.total', 'Cart.sum'],
      ['Api.show', 'Api.index'],
      ['anonymous fn/2 in ', ''],
    ],
  },
  {
    name: 'Erlang in a shell',
    stack: `** exception error: no match of right hand side value 1
     in function  cart:total/1 (src/cart.erl, line 12)
     in call from shop_api:show/2 (src/shop_api.erl, line 30)
     in call from gen_server:try_dispatch/4 (gen_server.erl, line 695)`,
    same: [
      ['line 12', 'line 13'],
      ['src/cart.erl', '/app/src/cart.erl'],
      ['gen_server:try_dispatch/4', 'proc_lib:init_p_do_apply/3'],
    ],
    different: [
      ['cart:total', 'cart:sum'],
      ['shop_api:show', 'shop_api:list'],
    ],
  },
  {
    name: 'Erlang as a term',
    stack: `{badmatch,1} [{cart,total,1,[{file,"/app/src/cart.erl"},{line,12}]},{shop_api,show,2,[{file,"/app/src/shop_api.erl"},{line,30}]},{proc_lib,init_p_do_apply,3,[{file,"proc_lib.erl"},{line,240}]}]`,
    same: [...ROOTS.slice(0, 4), ['{line,12}', '{line,99}'], ['{line,240}', '{line,226}']],
    different: [
      ['cart,total', 'cart,sum'],
      ['shop_api,show', 'shop_job,show'],
    ],
  },
  {
    name: 'Dart',
    stack: `RangeError: x
#0      List.[] (dart:core-patch/growable_array.dart:151)
#1      Cart.total (package:shop/src/cart.dart:31:23)
#2      main.<anonymous closure> (package:shop/main.dart:7:3)`,
    same: [
      [':31:23', ':99:1'],
      ['growable_array.dart:151', 'growable_array.dart:264'],
      [':7:3', ':8'],
    ],
    different: [
      ['Cart.total', 'Cart.sum'],
      ['src/cart', 'src/order'],
      ['shop/main', 'shop/worker'],
    ],
  },
  {
    name: 'Swift on Apple systems',
    stack: `0   Shop                                0x0000000104e1c5f8 $s4Shop4CartC5totalSiyF + 312
1   Shop                                0x0000000104e1aaaa $s4Shop3ApiC4showyyYaFTY1_ + 20
2   UIKitCore                           0x00000001a2b3c4d5 -[UIApplication sendAction:to:from:] + 96
3   libdispatch.dylib                   0x00000001b2b3c4d5 _dispatch_call_block_and_release + 32`,
    same: [
      ['0x0000000104e1c5f8', '0x00000001aaaaaaaa'],
      ['+ 312', '+ 316'],
      ['TY1_', 'TY3_'],
      ['sendAction', 'otherAction'],
      ['TY1_', ''],
    ],
    different: [
      ['CartC5total', 'CartC3sum'],
      ['ApiC4show', 'ApiC4list'],
    ],
  },
  {
    name: 'Swift on Linux',
    stack: `Thread 0 "shop" crashed:

0 0x0000000000403f2c Cart.total() + 12 in shop at /app/Sources/shop/Cart.swift:12:5
1 [ra] 0x0000000000403aaa static Main.main() + 23 in shop at /app/Sources/shop/Main.swift:7:1
2 [ra] 0x00007ffff7a2d083 __libc_start_main + 243 in libc.so.6`,
    same: [
      ...ROOTS,
      ['0x0000000000403f2c', '0x0000000000999999'],
      [':12:5', ':99:1'],
      ['+ 12 in', '+ 99 in'],
      ['__libc_start_main', '__libc_start_call_main'],
    ],
    different: [
      ['Cart.total', 'Cart.sum'],
      ['Main.main', 'Worker.main'],
    ],
  },
];
