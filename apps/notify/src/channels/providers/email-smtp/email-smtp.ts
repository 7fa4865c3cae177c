import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { DeliveryFault } from '../../egress/delivery-fault.js';
import { placed, plain, masked, requiredText, text, timeoutSecs, type ConfigOf } from '../members.js';
import { htmlOf, plainTextOf } from '../message-text.js';
import { capabilities, provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { BULK_RATE } from '../send-rates.js';
import { mailAddress, targetFaultBy } from '../targets.js';
import { MailPools, POOL } from './mail-pools.js';
import { mailboxOf } from './mailbox.js';
import { smtpFault } from './smtp-fault.js';

const DEFAULT_PORT = 587;
const MAX_REPLY_BYTES = 65_536;

const members = {
  host: placed(plain(requiredText(253)), { place: (host) => host.toLowerCase(), leadsTo: 'mail-host' }),
  /** 0 means the submission port. */
  port: placed(
    plain(z.int('must be a whole number').min(0, 'must be from 0').max(65_535, 'must be to 65535').default(0)),
    { place: (port) => String(smtpPort(port)) },
  ),
  username: plain(text(255).default('')),
  password: masked(text(1_024).default('')),
  from: plain(requiredText(512).refine((value) => mailboxOf(value) !== undefined, { message: 'must be one mailbox' })),
  /** Without TLS a password reaches an attacker in between: another mode is another destination. */
  tls: placed(plain(z.enum(['none', 'starttls', 'tls'], 'must be none, starttls or tls').default('starttls')), {
    place: (tls) => tls,
  }),
  timeout_secs: timeoutSecs,
};

export const smtpPort = (port: number): number => (port === 0 ? DEFAULT_PORT : port);

export const emailSmtp = provider<typeof members>({
  type: 'email_smtp',
  capabilities: capabilities(['direct_user', 'group', 'rich_text']),
  sendRate: BULK_RATE,
  members,
  targetFault: targetFaultBy({ direct_user: mailAddress, fixed_address: mailAddress }),
  send,
});

export const mailPools = new MailPools<ReturnType<typeof transportOf>>();

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const { host, port, tls, username, password, timeout_secs } = config;
  const signal = AbortSignal.timeout(timeout_secs * 1_000);
  const configuration = [host, port, tls, username, password, timeout_secs];
  try {
    await mailPools.use(
      configuration,
      () => transportOf(config, context),
      (transport) => transport.sendMail({ ...mailOf(config, delivery, context), signal }),
    );
    return {};
  } catch (error) {
    if (error instanceof DeliveryFault) throw error;
    throw signal.aborted ? new DeliveryFault('timeout') : smtpFault(error);
  }
}

function transportOf(config: ConfigOf<typeof members>, context: ProviderContext) {
  const { host, port, tls, username, password, timeout_secs } = config;
  const timeoutMs = timeout_secs * 1_000;
  // The guard makes every connection; the mail library never resolves or dials.
  const dial = callbackify(async () => {
    const endpoint = { host, port: smtpPort(port), protocol: 'smtp' as const, tls: false };
    return { connection: await context.dialer.connect(endpoint, AbortSignal.timeout(timeoutMs)) };
  });
  return createTransport({
    pool: true,
    ...POOL,
    // A connection that the server gave up in between is made once more.
    maxRequeues: 1,
    host,
    port: smtpPort(port),
    // `starttls` fails at a server that does not offer it: credentials and mail never go in clear by surprise.
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(username !== '' && { auth: { user: username, pass: password } }),
    getSocket: (_options: unknown, callback: Parameters<typeof dial>[0]) => dial(callback),
    name: context.mailDomain,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Each message has its own end; this one is for connections that wait for the next.
    socketTimeout: POOL.idleTimeout + timeoutMs,
    maxResponseSize: MAX_REPLY_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2', ...(context.dialer.ca && { ca: context.dialer.ca }) },
  });
}

/** Built of our own typed fields alone. */
function mailOf(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext) {
  const from = mailboxOf(config.from)!;
  const to = mailboxOf(delivery.target.value)!;
  return {
    envelope: { from: from.address, to: [to.address] },
    from,
    // The address alone: a name beside it would be words of the user who entered the address.
    to: to.address,
    subject: delivery.message.title,
    text: plainTextOf(delivery.message),
    html: htmlOf(delivery.message),
    messageId: `<${delivery.id}@${context.mailDomain}>`,
  };
}
