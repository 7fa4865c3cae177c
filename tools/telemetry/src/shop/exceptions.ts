/** Exceptions as the runtimes print them. What varies from occurrence to occurrence (ids, addresses) varies here too. */
import type { Attributes } from '../otlp.js';
import type { Random } from '../random.js';
import type { Language } from './fleet.js';

export interface Thrown {
  type: string;
  message: string;
  stacktrace: string;
}

export const exceptionAttributes = (thrown: Thrown): Attributes => ({
  'exception.type': thrown.type,
  'exception.message': thrown.message,
  'exception.stacktrace': thrown.stacktrace,
});

type Template = (random: Random) => Thrown;

const paymentDeclined: Template = (random) => {
  const type = 'PaymentDeclinedError';
  const message = `card declined by issuer for payment ${random.hex(8)}`;
  return {
    type,
    message,
    stacktrace: `${type}: ${message}
    at CardProcessor.authorize (/srv/payment/dist/card-processor.js:118:13)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at async PaymentService.charge (/srv/payment/dist/payment-service.js:64:20)
    at async Object.charge (/srv/payment/node_modules/@grpc/grpc-js/build/src/server-call.js:701:7)`,
  };
};

const socketHangUp: Template = () => ({
  type: 'Error',
  message: 'socket hang up',
  stacktrace: `Error: socket hang up
    at Socket.socketOnEnd (node:_http_client:524:23)
    at Socket.emit (node:events:530:35)
    at endReadableNT (node:internal/streams/readable:1698:12)
    at GatewayClient.request (/srv/payment/dist/gateway-client.js:41:11)`,
});

const orderRejected: Template = (random) => {
  const message = `order ${random.int(100_000, 999_999)} could not be placed`;
  return {
    type: 'shop.checkout.OrderRejectedException',
    message,
    stacktrace: `shop.checkout.OrderRejectedException: ${message}
\tat shop.checkout.OrderService.place(OrderService.java:142)
\tat shop.checkout.OrderService$$Lambda$${random.int(100, 999)}/0x${random.hex(4)}.apply(Unknown Source)
\tat shop.checkout.web.OrderController.create(OrderController.java:57)
\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:883)
\tat java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: io.grpc.StatusRuntimeException: INTERNAL: payment failed
\tat io.grpc.stub.ClientCalls.toStatusRuntimeException(ClientCalls.java:268)
\tat shop.payment.v1.PaymentGrpc$PaymentBlockingStub.charge(PaymentGrpc.java:190)
\t... 4 more`,
  };
};

const poolExhausted: Template = (random) => {
  const message = `HikariPool-1 - Connection is not available, request timed out after ${random.int(30_000, 30_900)}ms`;
  return {
    type: 'java.sql.SQLTransientConnectionException',
    message,
    stacktrace: `java.sql.SQLTransientConnectionException: ${message}
\tat com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:696)
\tat com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:100)
\tat shop.checkout.OrderRepository.save(OrderRepository.java:88)
\tat shop.checkout.OrderService.place(OrderService.java:131)`,
  };
};

const keyMissing: Template = (random) => {
  const message = `'sku-${random.int(1000, 9999)}'`;
  return {
    type: 'KeyError',
    message,
    stacktrace: `Traceback (most recent call last):
  File "/app/shipping/api.py", line 71, in create_shipment
    weight = weights[item.sku]
  File "/app/shipping/weights.py", line 22, in __getitem__
    return self._by_sku[sku]
KeyError: ${message}`,
  };
};

const mailRefused: Template = (random) => {
  const message = `{'customer${random.int(1, 9999)}@example.com': (550, b'mailbox unavailable')}`;
  return {
    type: 'smtplib.SMTPRecipientsRefused',
    message,
    stacktrace: `Traceback (most recent call last):
  File "/app/email/worker.py", line 58, in handle
    self.smtp.send_message(mail)
  File "/usr/local/lib/python3.12/smtplib.py", line 986, in send_message
    return self.sendmail(from_addr, to_addrs, flatmsg, mail_options, rcpt_options)
smtplib.SMTPRecipientsRefused: ${message}`,
  };
};

const nilPointer: Template = (random) => ({
  type: 'runtime.errorString',
  message: 'runtime error: invalid memory address or nil pointer dereference',
  stacktrace: `goroutine ${random.int(20, 90_000)} [running]:
runtime/debug.Stack()
\t/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
shop/inventory.(*Store).Reserve(0xc000${random.hex(3)}, {0xb3a2c0, 0xc000${random.hex(3)}})
\t/src/inventory/store.go:97 +0x1f
shop/inventory.(*Server).Reserve(0xc000${random.hex(3)})
\t/src/inventory/server.go:44 +0x8c`,
});

const TEMPLATES: Record<Language, readonly Template[]> = {
  nodejs: [paymentDeclined, socketHangUp],
  java: [orderRejected, poolExhausted],
  python: [keyMissing, mailRefused],
  go: [nilPointer],
};

export const exceptionOf = (language: Language, random: Random): Thrown => random.pick(TEMPLATES[language])(random);
