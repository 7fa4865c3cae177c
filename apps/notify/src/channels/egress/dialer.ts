import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { canonical } from './addresses.js';
import { DeliveryFault } from './delivery-fault.js';
import { EndpointRefused, isInternalName, requireAllowed, type Endpoint, type EndpointRules } from './endpoints.js';
import { Names } from './names/names.js';

/** All addresses of a name. Lookups of one organization may wait for each other. */
export type Resolve = (host: string, signal: AbortSignal, organization: string) => Promise<string[]>;

/** Whose lookups those are that no organization has asked for. */
const PLATFORM = 'platform';

export const resolverOf =
  (names: Names): Resolve =>
  (host, signal, organization) =>
    names.addresses(host, signal, organization);

const CONNECT_TIMEOUT_MS = 3_000;
const TLS_TIMEOUT_MS = 5_000;
const MAX_ADDRESSES = 4;

/** A socket on its way to an address and port. */
export type Open = (address: string, port: number) => Socket;

const openTcp: Open = (host, port) => connectTcp({ host, port, autoSelectFamily: false, noDelay: true });

export interface DialerOptions {
  resolve?: Resolve;
  open?: Open;
  /** Certificates trusted besides the public ones (PEM). */
  trustedCa?: string;
  /** Whom the connections are made for; the platform without a value. */
  organization?: string;
}

/**
 * All outgoing connections of notify. A name is resolved once, every address of it is checked, and the connection goes to exactly
 * the checked address, which is compared again once connected: a name that changes its answer gains nothing.
 */
export class Dialer {
  readonly ca: string[] | undefined;
  private readonly resolve: Resolve;
  private readonly open: Open;

  constructor(
    readonly rules: EndpointRules,
    private readonly options: DialerOptions = {},
  ) {
    this.resolve = options.resolve ?? resolverOf(new Names());
    this.open = options.open ?? openTcp;
    this.ca = options.trustedCa === undefined ? undefined : [...rootCertificates, options.trustedCa];
  }

  /** The same connections, on which what is waited for is the organization's own. */
  of(organization: string): Dialer {
    return new Dialer(this.rules, { ...this.options, resolve: this.resolve, organization });
  }

  /** A connected socket; throws `DeliveryFault`. `signal` ends everything that the caller's time does not cover. */
  async connect(endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
    const addresses = await this.allowedAddresses(endpoint, signal);
    const socket = await this.connectFirst(addresses, endpoint, signal);
    return endpoint.tls ? this.secure(socket, endpoint.host, signal) : socket;
  }

  private async allowedAddresses(endpoint: Endpoint, signal: AbortSignal): Promise<string[]> {
    try {
      requireAllowed(endpoint, this.rules);
    } catch (error) {
      if (error instanceof EndpointRefused) throw new DeliveryFault('blocked_address');
      throw error;
    }
    const { host } = endpoint;
    const addresses = isIP(host) === 0 ? await this.resolved(host, signal) : [host];
    // One bad address among good ones is refused as a whole: which one is used must not be up to the resolver.
    if (!addresses.every((address) => this.mayConnect(address, endpoint))) {
      throw new DeliveryFault('blocked_address');
    }
    return addresses.slice(0, MAX_ADDRESSES);
  }

  private async resolved(host: string, signal: AbortSignal): Promise<string[]> {
    const failed = () => new DeliveryFault('dns_failed');
    const addresses = await within(
      signal,
      this.resolve(host, signal, this.options.organization ?? PLATFORM).catch(() => {
        throw failed();
      }),
    );
    if (addresses.length === 0) throw failed();
    return addresses;
  }

  private mayConnect(address: string, { host, port, protocol }: Endpoint): boolean {
    const { addresses, ports, own } = this.rules;
    if (own.has(`${canonical(address)}:${port}`)) return false;
    if (addresses.isOpened(address)) return true;
    return !isInternalName(host) && addresses.mayReach(address) && ports[protocol].has(port);
  }

  private async connectFirst(addresses: string[], { port }: Endpoint, signal: AbortSignal): Promise<Socket> {
    let last: unknown;
    for (const address of addresses) {
      try {
        const socket = this.open(address, port);
        await ready(socket, 'connect', CONNECT_TIMEOUT_MS, 'connect_failed', signal);
        if (canonical(socket.remoteAddress ?? '') === canonical(address)) return socket;
        socket.destroy();
        throw new DeliveryFault('blocked_address');
      } catch (error) {
        if (signal.aborted) throw error;
        last = error;
      }
    }
    throw last;
  }

  private async secure(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
    const secured = connectTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      ...(this.ca && { ca: this.ca }),
    });
    await ready(secured, 'secureConnect', TLS_TIMEOUT_MS, 'tls_failed', signal);
    return secured;
  }
}

/** Waits for `event`; a socket that fails or is late is destroyed. */
function ready(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  failure: 'connect_failed' | 'tls_failed',
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (fault?: DeliveryFault) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError).off('close', onError).off(event, onReady);
      if (fault === undefined) return resolve();
      // Errors of a socket that no caller waits for any more are of no interest.
      socket.on('error', () => undefined).destroy();
      reject(fault);
    };
    const onReady = () => finish();
    const onError = () => finish(new DeliveryFault(failure));
    const onAbort = () => finish(new DeliveryFault('timeout'));
    const timer = setTimeout(() => finish(new DeliveryFault(failure)), timeoutMs);
    socket.on('error', onError).on('close', onError).on(event, onReady);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new DeliveryFault('timeout'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
