/** What the services behind the gateway do with a request. */
import { Kind } from '../otlp.js';
import { cache, callHttp, callRpc, produce, query } from './calls.js';
import { httpStatus, type DatabaseCall, type GrpcCode } from './conventions.js';
import type { Frame } from './trace.js';

const table = (
  system: DatabaseCall['system'],
  host: string,
  operation: string,
  name: string,
  statement: string,
): DatabaseCall => ({ system, host, database: host.replace('-db', ''), operation, table: name, statement });

const PRODUCTS = table('mysql', 'catalog-db', 'SELECT', 'products', 'SELECT * FROM products WHERE category = ?');
const STOCK = table('postgresql', 'inventory-db', 'SELECT', 'stock', 'SELECT amount FROM stock WHERE sku = ?');
const RESERVE = table('postgresql', 'inventory-db', 'UPDATE', 'stock', 'UPDATE stock SET amount = amount - ?');
const ORDERS = table('postgresql', 'checkout-db', 'INSERT', 'orders', 'INSERT INTO orders VALUES (?, ?, ?)');
const ORDER = table('postgresql', 'checkout-db', 'SELECT', 'orders', 'SELECT * FROM orders WHERE id = ?');

export function verifySession(gateway: Frame): boolean {
  const target = { service: 'auth', rpcService: 'shop.auth.v1.Auth', method: 'Verify' } as const;
  const code = callRpc(gateway, target, (auth) => {
    cache(auth.work(0.4), 'GET', 'session-cache');
    if (auth.trace.random.chance(0.01)) return 'DEADLINE_EXCEEDED';
    return auth.trace.random.chance(0.03) ? 'UNAUTHENTICATED' : 'OK';
  });
  return code === 'OK';
}

export function listProducts(gateway: Frame): number {
  const { random } = gateway.trace;
  const path = `/catalog/products?page=${random.int(1, 40)}`;
  return callHttp(gateway, { service: 'catalog', method: 'GET', route: '/catalog/products', path }, (catalog) => {
    query(catalog.work(1.5), PRODUCTS, 6);
    if (random.chance(0.3)) query(catalog, { ...PRODUCTS, table: 'prices' }, 3);
    catalog.work(2);
    return random.chance(0.03) ? 500 : 200;
  });
}

export function showProduct(gateway: Frame): number {
  const { random } = gateway.trace;
  const path = `/catalog/products/${random.int(1000, 9999)}`;
  return callHttp(gateway, { service: 'catalog', method: 'GET', route: '/catalog/products/{id}', path }, (catalog) => {
    query(catalog.work(1), PRODUCTS, 2.5);
    checkStock(catalog);
    if (random.chance(0.02)) return 404;
    // The client went away while the answer was written: the code says 200, the error type says otherwise.
    if (random.chance(0.03)) catalog.set({ 'error.type': 'java.io.IOException' });
    return 200;
  });
}

function checkStock(caller: Frame): GrpcCode {
  const target = { service: 'inventory', rpcService: 'shop.inventory.v1.Inventory', method: 'GetStock' } as const;
  return callRpc(caller, target, (inventory) => {
    query(inventory.work(0.5), STOCK, 1.8);
    return inventory.trace.random.chance(0.01) ? 'NOT_FOUND' : 'OK';
  });
}

export function recommend(gateway: Frame): void {
  const target = {
    service: 'recommendation',
    rpcService: 'shop.recommendation.v1.Recommender',
    method: 'List',
  } as const;
  callRpc(gateway, target, (recommender) => {
    cache(recommender.work(4), 'ZRANGE', 'recommendation-cache');
    recommender.work(6);
    if (!recommender.trace.random.chance(0.02)) return 'OK';
    recommender.throws();
    return 'INTERNAL';
  });
}

export function changeCart(gateway: Frame, method: 'GET' | 'POST' | 'DELETE'): number {
  const { random } = gateway.trace;
  const route = method === 'DELETE' ? '/cart/items/{sku}' : '/cart/items';
  const path = method === 'DELETE' ? `/cart/items/sku-${random.int(1000, 9999)}` : route;
  return callHttp(gateway, { service: 'cart', method, route, path, peerService: 'cart' }, (cart) => {
    cache(cart.work(0.8), method === 'GET' ? 'HGETALL' : 'HSET', 'cart-cache');
    if (random.chance(0.01)) return 409;
    if (random.chance(0.06)) {
      // Closed for maintenance on purpose: stated as fine, in spite of the code.
      cart.ok();
      return 503;
    }
    // Handled inside: an exception without an error.
    if (random.chance(0.03)) cart.throws();
    return 200;
  });
}

/** The order, its payment and what follows; returns the status and the message that others consume. */
export function placeOrder(gateway: Frame): { status: number; message?: Frame } {
  let message: Frame | undefined;
  const status = callHttp(gateway, { service: 'checkout', method: 'POST', route: '/checkout/orders' }, (checkout) => {
    const { random } = checkout.trace;
    checkout.work(3);
    const reserved = callRpc(
      checkout,
      { service: 'inventory', rpcService: 'shop.inventory.v1.Inventory', method: 'Reserve' },
      (inventory) => reserveStock(inventory),
    );
    if (reserved === 'FAILED_PRECONDITION') return 409;
    if (reserved !== 'OK' || charge(checkout) !== 'OK') return failed(checkout);
    query(checkout, ORDERS, 4);
    if (random.chance(checkout.instance.regressed ? 0.06 : 0.005)) return failed(checkout);
    ship(checkout);
    message = produce(checkout, { system: 'kafka', destination: 'orders' });
    return 201;
  });
  return { status, message };
}

function failed(frame: Frame): number {
  frame.throws();
  return 500;
}

function reserveStock(inventory: Frame): GrpcCode {
  const { random } = inventory.trace;
  query(inventory.work(0.6), STOCK, 1.5);
  if (random.chance(0.01)) return 'FAILED_PRECONDITION';
  query(inventory, RESERVE, 3);
  if (!random.chance(0.004)) return 'OK';
  inventory.throws();
  return 'INTERNAL';
}

function charge(checkout: Frame): GrpcCode {
  const target = { service: 'payment', rpcService: 'shop.payment.v1.Payment', method: 'Charge' } as const;
  return callRpc(checkout, target, (payment) => {
    const { random } = payment.trace;
    const status = random.chance(0.02) ? 502 : 200;
    callCardGateway(payment.work(1), status);
    if (status === 200) return 'OK';
    payment.throws();
    return random.chance(0.5) ? 'INTERNAL' : 'UNAVAILABLE';
  });
}

/** Outside of the shop: nothing is known of the peer but the URL. */
function callCardGateway(payment: Frame, status: number): void {
  const attributes = { 'http.request.method': 'POST', 'url.full': 'https://Api.Card-Gateway.example/v1/charges' };
  const client = payment.child({ name: 'POST', kind: Kind.Client, scope: 'http', attributes });
  client.work(60).set(httpStatus('new', status));
  if (status >= 400) client.fail();
  client.end();
}

function ship(checkout: Frame): void {
  callHttp(checkout, { service: 'shipping', method: 'POST', route: '/shipments' }, (shipping) => {
    shipping.work(2);
    if (shipping.trace.random.chance(0.01)) return failed(shipping);
    produce(shipping, { system: 'rabbitmq', destination: 'shipments' });
    return 202;
  });
}

export function showOrder(gateway: Frame): number {
  const { random } = gateway.trace;
  const path = `/checkout/orders/${random.int(100_000, 999_999)}`;
  return callHttp(gateway, { service: 'checkout', method: 'GET', route: '/checkout/orders/{id}', path }, (checkout) => {
    query(checkout.work(1), ORDER, 2);
    return random.chance(0.02) ? 404 : 200;
  });
}
