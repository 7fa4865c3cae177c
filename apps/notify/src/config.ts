import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import {
  durationMs,
  integer,
  keyring,
  secret,
  serviceVariables,
  url,
  variable,
  type ConfigOf,
} from '@spanwise/host/config';
import { parseCidr, type Cidr } from '@spanwise/host/cidr';

const entries = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const cidrs = z.string().transform((value, context): Cidr[] =>
  entries(value).flatMap((entry) => {
    try {
      return [parseCidr(entry)];
    } catch {
      context.addIssue({ code: 'custom', message: 'must be CIDRs such as 10.1.0.0/16, separated by commas' });
      return [];
    }
  }),
);
const ports = z.string().transform((value, context): number[] =>
  entries(value).map((entry) => {
    const number = Number(entry);
    if (!Number.isInteger(number) || number < 1 || number > 65_535) {
      context.addIssue({ code: 'custom', message: 'must be ports separated by commas' });
    }
    return number;
  }),
);
const listeners = z.string().transform((value, context): { host: string; port: number }[] =>
  entries(value).flatMap((entry) => {
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]{1,253}):(\d{1,5})$/i.exec(entry) ?? [];
    if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535) {
      return [{ host: host.replace(/^\[|\]$/g, '').toLowerCase(), port: Number(port) }];
    }
    context.addIssue({ code: 'custom', message: 'must be host:port, separated by commas' });
    return [];
  }),
);
const nameServers = z.string().transform((value, context): string[] =>
  entries(value).map((entry) => {
    const [, address, port = '53'] = /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(entry) ?? [];
    const isServer = isIP((address ?? '').replace(/^\[|\]$/g, '')) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
    if (!isServer)
      context.addIssue({ code: 'custom', message: 'must be addresses such as 10.0.0.2 or [fd00::2]:5353' });
    return entry;
  }),
);
const optionalUrl = z
  .string()
  .transform((value) => (value === '' ? undefined : value))
  .pipe(url('http:', 'https:').optional());
const certificates = z.string().transform((file, context): string | undefined => {
  if (file === '') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    context.addIssue({ code: 'custom', message: 'the file cannot be read' });
    return undefined;
  }
});

export const variables = {
  ...serviceVariables(8083),
  databaseUrl: secret('DATABASE_URL', url('postgres:', 'postgresql:'), 'PostgreSQL, as the role spanwise_notify'),
  secretKeys: secret('SPANWISE_SECRET_KEYS', keyring, 'keys that encrypt connector secrets at rest'),
  baseUrl: variable('SPANWISE_BASE_URL', url('http:', 'https:'), 'public origin', 'http://localhost:8080'),
  allowCidrs: variable('SPANWISE_EGRESS_ALLOW_CIDRS', cidrs, 'private ranges that connectors may reach', ''),
  allowPorts: variable('SPANWISE_EGRESS_ALLOW_PORTS', ports, 'additional ports of public hosts for connectors', ''),
  dnsServers: variable(
    'SPANWISE_EGRESS_DNS_SERVERS',
    nameServers,
    'name servers for connectors instead of those of /etc/resolv.conf',
    '',
  ),
  ownListeners: variable(
    'SPANWISE_OWN_LISTENERS',
    listeners,
    'host:port of every server and service of the deployment, which no connector may reach',
    '',
  ),
  trustedCa: variable(
    'SPANWISE_EGRESS_CA_FILE',
    certificates,
    'additional trusted CA certificates of receivers (PEM)',
    '',
  ),
  deadManUrl: secret(
    'SPANWISE_DEADMAN_URL',
    optionalUrl,
    'dead man’s switch URL, pinged every minute while alert rules are evaluated',
    '',
  ),
  stallLimitMs: variable(
    'SPANWISE_STALL_LIMIT',
    durationMs,
    'a process whose event loop is blocked for this long exits',
    '60s',
  ),
  deliveryRetentionMs: variable('SPANWISE_DELIVERY_RETENTION', durationMs, 'retention of the delivery log', '30d'),
  incidentRetentionMs: variable(
    'SPANWISE_INCIDENT_RETENTION',
    durationMs.pipe(z.number().min(86_400_000, 'must be a day or more')),
    'retention of resolved incidents',
    '396d',
  ),
  retryScale: variable('SPANWISE_RETRY_SCALE', z.coerce.number().min(0.001).max(1), 'factor of the retry backoff', '1'),
  maxConnectors: variable('SPANWISE_LIMIT_CONNECTORS', integer(1, 100_000), 'connectors of an organization', '1000'),
};

export type NotifyVariables = ConfigOf<typeof variables>;

/** The configuration as Nest injects it. */
export class NotifyConfig {
  constructor(readonly values: NotifyVariables) {}
}
