/** A name server on loopback, over UDP and TCP, that answers as the test says. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const TYPES = { A: 1, CNAME: 5, AAAA: 28 };
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const IN = 1;
/** More is cut off, and asked for again by TCP. */
const UDP_BYTES = 512;
const HEADER_BYTES = 12;

export interface DnsRecord {
  /** The name that was asked for without one. */
  name?: string;
  type: keyof typeof TYPES;
  /** An address, or the name that an alias is of. */
  data: string;
}

/** `silence`: nothing is sent, ever. */
export type DnsAnswer = 'silence' | keyof typeof RCODES | DnsRecord[];

/** What a server says to a question for addresses of a name. */
export type Answering = (name: string, type: 'A' | 'AAAA') => DnsAnswer;

export class DnsServer {
  /** Type and name of each question, and how it came. */
  readonly asked: string[] = [];
  answering: Answering = () => 'NXDOMAIN';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly udp: UdpSocket,
    private readonly tcp: Server,
    readonly port: number,
  ) {}

  static async listen(answering: Answering): Promise<DnsServer> {
    for (;;) {
      const tcp = createServer().listen(0, '127.0.0.1');
      await once(tcp, 'listening');
      const { port } = tcp.address() as AddressInfo;
      const udp = createSocket('udp4');
      const isBound = await new Promise<boolean>((resolve) => {
        udp.once('error', () => resolve(false)).bind(port, '127.0.0.1', () => resolve(true));
      });
      if (isBound) {
        const server = new DnsServer(udp, tcp, port);
        server.answering = answering;
        server.serve();
        return server;
      }
      // Another user has the port for datagrams.
      udp.close();
      tcp.close();
    }
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** How often a name was asked for, in whatever way. */
  questions(name: string): number {
    return this.asked.filter((one) => one.split(' ')[1] === name).length;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.udp.close();
    this.tcp.close();
    await once(this.tcp, 'close');
  }

  private serve(): void {
    this.udp.on('error', () => undefined);
    this.udp.on('message', (query, { port, address }) => {
      const reply = this.reply(query, 'udp');
      if (reply === undefined) return;
      this.udp.send(reply.length > UDP_BYTES ? cutOff(query) : reply, port, address);
    });
    this.tcp.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      let held = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        held = Buffer.concat([held, chunk]);
        while (held.length >= 2 && held.length >= 2 + held.readUInt16BE()) {
          const end = 2 + held.readUInt16BE();
          const reply = this.reply(held.subarray(2, end), 'tcp');
          held = held.subarray(end);
          if (reply !== undefined) socket.write(Buffer.concat([number(reply.length), reply]));
        }
      });
    });
  }

  private reply(query: Buffer, way: 'udp' | 'tcp'): Buffer | undefined {
    const { name, type, question } = questionOf(query);
    const kind = type === TYPES.AAAA ? 'AAAA' : 'A';
    this.asked.push(`${kind} ${name} ${way}`);
    const answer = this.answering(name, kind);
    if (answer === 'silence') return undefined;
    const records = typeof answer === 'string' ? [] : answer;
    const code = typeof answer === 'string' ? RCODES[answer] : RCODES.NOERROR;
    return Buffer.concat([header(query, code, records.length), question, ...records.map((one) => encode(one, name))]);
  }
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

/** An answer of a recursive server. */
function header(query: Buffer, code: number, answers: number, isCutOff = false): Buffer {
  const flags = 0x8180 | code | (isCutOff ? 0x0200 : 0);
  return Buffer.concat([query.subarray(0, 2), ...[flags, 1, answers, 0, 0].map(number)]);
}

const cutOff = (query: Buffer): Buffer =>
  Buffer.concat([header(query, RCODES.NOERROR, 0, true), questionOf(query).question]);

function questionOf(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels = [];
  let at = HEADER_BYTES;
  for (let length = query[at]; length! > 0; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length!));
    at += 1 + length!;
  }
  const question = query.subarray(HEADER_BYTES, at + 5);
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), question };
}

function encode({ name, type, data }: DnsRecord, asked: string): Buffer {
  const value = type === 'CNAME' ? encodeName(data) : Buffer.from(ipaddr.parse(data).toByteArray());
  const ttl = Buffer.alloc(4);
  const parts = [encodeName(name ?? asked), number(TYPES[type]), number(IN), ttl, number(value.length), value];
  return Buffer.concat(parts);
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.alloc(1),
  ]);
