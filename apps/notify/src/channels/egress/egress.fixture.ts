/** Listeners on loopback that count who came, and dialers whose resolver the test plays. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { parseCidr } from '@spanwise/host/cidr';
import { AddressPolicy } from './addresses.js';
import { Dialer, type DialerOptions } from './dialer.js';
import type { EndpointRules } from './endpoints.js';

export class Sink {
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  /** Listens on an address of 127.0.0.0/8; `serve` plays the receiver. */
  static async listen(address: string, serve: (socket: Socket) => void = () => undefined, port = 0): Promise<Sink> {
    const server = createServer();
    const sink = new Sink(server, address);
    server.on('connection', (socket) => {
      sink.connections++;
      sink.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sink.sockets.delete(socket));
      serve(socket);
    });
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    return sink;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export const rulesWith = (opened: string[], ports: number[] = [], own: string[] = []): EndpointRules => ({
  addresses: new AddressPolicy(opened.map(parseCidr)),
  ports: { http: new Set(ports), smtp: new Set(ports) },
  own: new Set(own),
});

/** A guard that fails must not let a test out: beyond loopback nothing is ever opened. */
export const dialerWith = (rules: EndpointRules, options: DialerOptions = {}): Dialer =>
  new Dialer(rules, {
    open: (address, port) => {
      if (!/^(127\.|::1$)/.test(address)) throw new Error(`a test would have reached ${address}`);
      return connect({ host: address, port, autoSelectFamily: false });
    },
    ...options,
  });
