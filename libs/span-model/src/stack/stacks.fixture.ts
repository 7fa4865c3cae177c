/** Stacks as the runtimes print them, for specs. */

export const JAVA = `Exception in thread "main" shop.CartException: empty
\tat shop.cart.Cart.total(Cart.java:41)
\tat shop.cart.Cart$$Lambda$12/0x0000000800c03000.apply(Unknown Source)
\tat shop.cart.Cart.lambda$load$3(Cart.java:50) ~[cart.jar!/:1.2]
\tat java.base/java.util.Optional.map(Optional.java:260)
\tat app//shop.Shop$$EnhancerBySpringCGLIB$$3f2a.open(<generated>)
\tSuppressed: java.lang.IllegalStateException: close
\t\tat shop.store.Store.close(Store.java:99)
\tCaused by: shop.Never: x
\t\t... 3 more
Caused by: java.io.IOException: gone
\tat shop.store.Store$1.read(Store.java:7)
\t... 12 more`;

export const KOTLIN = `kotlinx.coroutines.JobCancellationException: gone
\tat shop.CartKt$load$2.invokeSuspend(Cart.kt:14)
\tat _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:42)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)`;

export const NODE = `TypeError: x is not a function
    at Cart.total (/srv/shop/dist/cart.js:10:5)
    at async /srv/shop/dist/index.js:3:1
    at Layer.handle [as handle_request] (/srv/shop/node_modules/.pnpm/express@4.18.2/node_modules/express/lib/layer.js:95:5)
    at node:internal/process/task_queues:95:5
    at new Store (webpack:///./src/store.js?1f2e:1:2)
    at eval (eval at run (/srv/shop/dist/run.js:1:2), <anonymous>:1:1)
    at new Promise (<anonymous>)
  [cause]: RangeError: too many
      at count (/srv/shop/dist/count.js:1:2)`;

export const FIREFOX = `total@https://shop.example/assets/cart.3f2a1b9c.js:10:5
async*load/<@https://shop.example/assets/index-BXkQ1z9_.js?v=2:1:2
@resource://gre/modules/Timer.jsm:3:4`;

export const SAFARI = `total@https://shop.example/assets/cart.js:10:5
map@[native code]
global code@https://shop.example/main.js:1:2`;

export const PYTHON = `Traceback (most recent call last):
  File "/srv/shop/store.py", line 4, in read
    return rows[0]
           ~~~~^^^
IndexError: list index out of range

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/flask/app.py", line 880, in dispatch
    return f()
  File "/srv/shop/cart.py", line 12, in total
    return sum(prices)
  [Previous line repeated 996 more times]
shop.errors.CartError: no prices`;

export const PYTHON_GROUP = `  + Exception Group Traceback (most recent call last):
  |   File "/srv/shop/main.py", line 2, in run
  |     async with TaskGroup() as tasks:
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/load.py", line 9, in load
    |     raise ValueError(1)
    | ValueError: 1
    +------------------------------------`;

export const GO = `panic: boom [recovered]

goroutine 7 [running]:
panic({0x45cb40?, 0x47ad70?})
\t/usr/local/go/src/runtime/panic.go:914 +0x21f
main.(*Cart).Total(0xc000010000, {0x1, 0x2})
\t/srv/shop/cart.go:12 +0x1b
main.main.func1.2()
\t/srv/shop/main.go:9 +0x1b
github.com/gin-gonic/gin.(*Context).Next(...)
\t/root/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go:174
net/http.HandlerFunc.ServeHTTP(0x1, 0x2)
\t/usr/local/go/src/net/http/server.go:2136 +0x29
created by main.main in goroutine 1
\t/srv/shop/main.go:5 +0x58

goroutine 8 [chan receive]:
main.other(0x1)
\t/srv/shop/other.go:1 +0x2`;

export const GO_ERRORS = `cart is empty
shop/cart.(*Cart).Total
\t/srv/shop/cart/cart.go:12
main.main
\t/srv/shop/main.go:5
runtime.main
\t/usr/local/go/src/runtime/proc.go:250`;

export const DOTNET = `Shop.CartException: boom
 ---> System.IO.IOException: gone
   at Shop.Store.Read(String path, Int32 id) in /srv/shop/Store.cs:line 12
   --- End of inner exception stack trace ---
   at Shop.Cart.<Load>d__2.MoveNext() in /srv/shop/Cart.cs:line 20
--- End of stack trace from previous location ---
   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)
   at Shop.Cart.<>c__DisplayClass3_0.<Sum>b__1(Item item)
   at Shop.Cart.<Sum>g__Add|3_2[T](T item) in C:\\build\\Shop\\Cart.cs:line 31`;

export const MONO = `KeyNotFoundException: no key
  at System.Collections.Generic.Dictionary\`2[System.String,System.Collections.Generic.List\`1[System.Int32]].get_Item (System.String key) [0x00000] in <filename unknown>:0
  at Shop.Cart.Find (System.String key) [0x0000f] in /srv/another file.cs:27`;

export const RUBY = `app/models/cart.rb:12:in 'Cart#total': boom (Shop::CartError)
\tfrom app/models/cart.rb:14:in 'block (2 levels) in Cart#load'
\tfrom app/views/cart/show.html.erb:3:in '_app_views_cart_show_html_erb__123_456'
\tfrom /usr/lib/ruby/gems/3.3.0/gems/rack-3.0.1/lib/rack/x.rb:1:in 'Rack#call'
app/models/store.rb:4:in \`read': gone (Errno::ENOENT)
\tfrom app/models/cart.rb:11:in 'Cart#total'`;

export const RAILS = `ActionController::RoutingError (No route matches [GET] "/settings"):
  actionpack (5.1.4) lib/action_dispatch/middleware/debug_exceptions.rb:63:in \`call'
  config/error_logger.rb:62:in \`tagged'`;

export const PHP = `PHP Fatal error:  Uncaught Shop\\StoreException: gone in /srv/shop/store.php:5
Stack trace:
#0 /srv/shop/cart.php(9): Shop\\Store->read()
#1 [internal function]: Shop\\Cart->{closure:Shop\\Cart::load():12}(1)
#2 {main}

Next Shop\\CartException: boom in /srv/shop/cart.php:11
Stack trace:
#0 /srv/shop/vendor/symfony/http-kernel/Kernel.php(13): class@anonymous%0/srv/x.php:3$0->handle(Object(Request))
#1 /srv/shop/index.php(36): Shop\\Cart->total()
#2 {main}
  thrown in /srv/shop/cart.php on line 11`;

export const OTEL_PHP = `RuntimeException: boom
 at Shop.Cart.total(cart.php:12)
 at main(index.php:5)`;

export const RUST = `thread 'main' panicked at src/cart.rs:4:5:
no prices
stack backtrace:
   0: rust_begin_unwind
             at /rustc/07dca489ac2d933c78d3c5158e3f43beefeb02ce/library/std/src/panicking.rs:645:5
   1: shop::cart::total::h0123456789abcdef
             at ./src/cart.rs:4:5
   2: 0x55d0 - <shop::cart::Cart as core::ops::Drop>::drop::{{closure}}
   3: shop::main
             at ./src/main.rs:2:5`;

export const ANYHOW = `Error: cannot load the cart

Caused by:
    0: cannot read the store
    1: connection refused

Stack backtrace:
   0: anyhow::error::<impl anyhow::Error>::msg
   1: shop::store::read`;

export const DART = `Unhandled exception:
RangeError (index): Invalid value: Valid value range is empty: 1
#0      List.[] (dart:core-patch/growable_array.dart:151)
#1      main.<anonymous closure> (package:shop/src/cart.dart:31:23)
<asynchronous suspension>
#2      _StatefulElement.build (package:flutter/src/widgets/framework.dart:4870:11)`;

export const DART_SHORT = `package:shop/cart.dart 31:23         Cart.total
dart:async/zone.dart 1190:13         _CustomZone.runUnary`;
