/** What happens in the shop: each flow builds one or more traces that start at the given moment. */
import { Kind, type SpanLink } from '../otlp.js';
import type { Random } from '../random.js';
import { callHttp, describeHttp, finishHttp, httpSpec, produce, query, type HttpTarget } from './calls.js';
import { httpServer, messaging } from './conventions.js';
import type { Fleet } from './fleet.js';
import { changeCart, listProducts, placeOrder, recommend, showOrder, showProduct, verifySession } from './requests.js';
import { Trace, type EmittedSpan, type Frame } from './trace.js';

type Flow = (trace: Trace) => Trace[];

/** A page of the frontend: one request to it, which asks the gateway. */
function page(trace: Trace, target: Omit<HttpTarget, 'service'>, inGateway: (gateway: Frame) => number): void {
  const site = { ...target, service: 'frontend' as const };
  const frontend = describeHttp(trace.root('frontend', httpSpec(site)), site).work(2);
  // A middleware of the same process: no request of its own.
  frontend.child({ name: 'render', kind: Kind.Internal, scope: 'frontend' }).work(1.5).end();
  const api = { ...target, service: 'gateway' as const, route: `/api${target.route}`, path: undefined };
  const status = callHttp(frontend, api, (gateway) => {
    gateway.work(0.8);
    if (!verifySession(gateway)) return 401;
    const inner = inGateway(gateway);
    return inner === 500 || inner === 503 ? 502 : inner;
  });
  finishHttp(frontend.work(1), status >= 500 ? 500 : status);
}

const browse: Flow = (trace) => {
  page(trace, { method: 'GET', route: '/products' }, (gateway) => {
    const status = listProducts(gateway);
    recommend(gateway);
    return status;
  });
  return [trace];
};

const product: Flow = (trace) => {
  const path = `/products/${trace.random.int(1000, 9999)}`;
  page(trace, { method: 'GET', route: '/products/:id', path }, (gateway) => {
    const status = showProduct(gateway);
    if (status === 200) recommend(gateway);
    return status;
  });
  return [trace];
};

const cart: Flow = (trace) => {
  const method = trace.random.pick(['GET', 'POST', 'POST', 'DELETE'] as const);
  page(trace, { method, route: '/cart' }, (gateway) => changeCart(gateway, method));
  return [trace];
};

const order: Flow = (trace) => {
  page(trace, { method: 'GET', route: '/orders/:id' }, (gateway) => showOrder(gateway));
  return [trace];
};

/** The order is confirmed by mail in a trace of its own that links to the message; the parcel in the same trace. */
const checkout: Flow = (trace) => {
  let message: Frame | undefined;
  page(trace, { method: 'POST', route: '/checkout' }, (gateway) => {
    changeCart(gateway, 'GET');
    const placed = placeOrder(gateway);
    message = placed.message;
    return placed.status;
  });
  if (message === undefined) return [trace];
  bookParcel(message);
  return [trace, confirmByMail(message)];
};

function bookParcel(message: Frame): void {
  const call = { system: 'rabbitmq', destination: 'shipments' } as const;
  const taken = message.remote('shipping', { name: 'shipments receive', kind: Kind.Consumer, scope: 'rabbitmq' }, 4);
  // Taking a message was a CONSUMER span in the old conventions; it is no request.
  taken
    .set(messaging('old', { ...call, operation: 'receive' }))
    .work(0.3)
    .end(false);
  const spec = { name: 'shipments process', kind: Kind.Consumer, scope: 'rabbitmq' };
  const shipping = message.remote('shipping', spec, 6).set(messaging('old', { ...call, operation: 'process' }));
  shipping.work(12);
  if (shipping.trace.random.chance(0.01)) shipping.throws().fail();
  shipping.end(false);
}

function confirmByMail(message: Frame): Trace {
  const { random, fleet, environment, originNanos } = message.trace;
  const trace = new Trace(random, fleet, environment, originNanos + BigInt(message.nowNanos));
  const call = { system: 'kafka', destination: 'orders' } as const;
  const poll = trace.root('email', { name: 'poll orders', kind: Kind.Client, scope: 'kafka' }, 2_000_000);
  poll
    .set(messaging('new', { ...call, operation: 'receive' }))
    .work(1)
    .end();
  const links: SpanLink[] = [message.link()];
  const spec = { name: 'process orders', kind: Kind.Consumer, scope: 'kafka', links };
  const email = trace.root('email', spec, poll.nowNanos + 1_000_000);
  email.set(messaging('new', { ...call, operation: 'process' })).work(25);
  if (random.chance(0.02)) email.throws().fail().set({ 'error.type': 'smtplib.SMTPRecipientsRefused' });
  email.end();
  return trace;
}

/** Nothing of the shop is asked for: no route matches. */
const scanner: Flow = (trace) => {
  const path = trace.random.pick(['/wp-login.php', '/.env', `/backup/${trace.random.hex(6)}.zip`, '/admin?debug=1']);
  const gateway = trace.root('gateway', { name: 'GET', kind: Kind.Server, scope: 'http' });
  // A method that no convention knows is shown as HTTP.
  const method = trace.random.chance(0.2) ? '_OTHER' : 'GET';
  gateway.set(httpServer('old', { method, path })).work(0.3);
  finishHttp(gateway, 404);
  return [trace];
};

const REPORTS = ['refresh-search-index', 'nightly-revenue-report', 'expire-carts'] as const;

/** A batch job: a root without a remote caller, and after it a step that another host triggered. */
const batch: Flow = (trace) => {
  const { random } = trace;
  const job = trace.root('reporting', { name: random.pick(REPORTS), kind: Kind.Internal, scope: 'scheduler' }).work(20);
  const steps = random.int(2, 6);
  const call = {
    system: 'mysql',
    host: 'reporting-db',
    database: 'reporting',
    operation: 'SELECT',
    table: 'revenue',
    statement: 'SELECT sum(amount) FROM revenue WHERE day = ?',
  } as const;
  for (let step = 0; step < steps; step++) query(job, call, 45);
  const spec = { name: 'recalculate-margins', kind: Kind.Internal, scope: 'worker' };
  job.remote('email', spec, 1).work(30).end(false);
  produce(job, { system: 'rabbitmq', destination: 'reports' });
  if (random.chance(0.05)) job.throws().fail();
  job.end();
  return [trace];
};

const FLOWS: readonly { weight: number; flow: Flow }[] = [
  { weight: 34, flow: browse },
  { weight: 24, flow: product },
  { weight: 18, flow: cart },
  { weight: 8, flow: order },
  { weight: 10, flow: checkout },
  { weight: 4, flow: scanner },
  { weight: 2, flow: batch },
];

/** The spans of one thing that happens, with 15 % of all of them in staging. */
export function happen(random: Random, fleet: Fleet, originNanos: bigint): EmittedSpan[] {
  const environment = random.chance(0.15) ? 'staging' : 'production';
  const { flow } = random.weighted(FLOWS);
  return flow(new Trace(random, fleet, environment, originNanos)).flatMap((trace) => trace.spans);
}
