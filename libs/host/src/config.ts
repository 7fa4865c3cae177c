/**
 * Configuration from the environment, parsed once at the start. Every fault is reported together; `--help` prints the
 * table. Any variable marked secret can also be given as a file by `<NAME>_FILE` (API-10).
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

export interface Variable<T> {
  name: string;
  schema: z.ZodType<T>;
  help: string;
  /** Text that stands in when the variable is not set; without one the variable is required. */
  fallback?: string;
  secret?: boolean;
}

export type Variables = Record<string, Variable<unknown>>;
export type ConfigOf<V extends Variables> = { [K in keyof V]: V[K] extends Variable<infer T> ? T : never };

export class ConfigFault extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
  }
}

export function variable<T>(name: string, schema: z.ZodType<T>, help: string, fallback?: string): Variable<T> {
  return { name, schema, help, fallback };
}

export function secret<T>(name: string, schema: z.ZodType<T>, help: string, fallback?: string): Variable<T> {
  return { name, schema, help, fallback, secret: true };
}

export const text = z.string().min(1, 'must not be empty');
export const optionalText = z.string().transform((value) => (value === '' ? undefined : value));
export const port = z.coerce.number().int().min(0).max(65_535);
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A share such as 0.01. */
export const ratio = z.coerce.number().min(0).max(1);

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Durations such as `250ms`, `300s`, `24h`, `30d`; parsed to milliseconds. */
export const durationMs = z
  .string()
  .regex(/^\d{1,9}(ms|s|m|h|d)$/, 'must be a number with a unit, such as 300s, 24h or 30d')
  .transform((value) => {
    const unit = value.replace(/^\d+/, '') as keyof typeof UNIT_MS;
    return Number.parseInt(value, 10) * UNIT_MS[unit];
  });

/** Addresses or CIDR ranges, separated by commas. */
const addresses = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every((entry) => isIP(entry.replace(/\/\d{1,3}$/, '')) !== 0), {
    message: 'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  });

export interface NamedKey {
  kid: string;
  key: Buffer;
}

/** `kid:base64,kid:base64…` of 32-byte keys: the first one writes, all of them read. */
export const keyring = z.string().transform((value, context): NamedKey[] => {
  const keys = value.split(',').map((entry) => {
    const [kid = '', encoded = ''] = entry.trim().split(':');
    return { kid, key: Buffer.from(encoded, 'base64') };
  });
  if (keys.some(({ kid, key }) => !/^[A-Za-z0-9._-]{1,32}$/.test(kid) || key.length !== 32)) {
    context.addIssue({ code: 'custom', message: 'must be kid:base64 entries of 32-byte keys, separated by commas' });
  }
  return keys;
});

/** Variables that every service reads. */
export const serviceVariables = (defaultPort: number) => ({
  port: variable('PORT', port, 'HTTP port', String(defaultPort)),
  host: variable('HOST', text, 'address to listen on', '127.0.0.1'),
  natsUrl: secret('NATS_URL', url('nats:', 'tls:'), 'NATS server', 'nats://127.0.0.1:4222'),
  callTimeoutMs: variable('SPANWISE_CALL_TIMEOUT', durationMs, 'minimum timeout of calls to other services', '5s'),
  logLevel: variable('LOG_LEVEL', z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'log level', 'info'),
  trustedProxies: variable(
    'SPANWISE_TRUSTED_PROXIES',
    addresses,
    'addresses or ranges of trusted proxies for X-Forwarded-For',
    '',
  ),
  drainMs: variable('SPANWISE_DRAIN', durationMs, 'time between not ready and closing at shutdown', '0ms'),
  tracing: variable('SPANWISE_TRACING', flag, 'self-tracing, read in the _sys organization', 'true'),
  tracingIntakeRatio: variable(
    'SPANWISE_TRACING_INTAKE_RATIO',
    ratio,
    'sampling ratio of intake requests; other requests are always traced',
    '0.01',
  ),
  commit: variable('SPANWISE_COMMIT', text, 'commit shown by /version', 'unknown'),
  branch: variable('SPANWISE_BRANCH', text, 'branch shown by /version', 'unknown'),
  buildEpochSecs: variable('SPANWISE_BUILD_EPOCH', integer(0, 2 ** 40), 'build time, seconds since the epoch', '0'),
});

export type ServiceConfig = ConfigOf<ReturnType<typeof serviceVariables>>;

/** Throws a `ConfigFault` with one sentence for each fault. Values never appear in it. */
export function loadConfig<V extends Variables>(variables: V, environment = process.env): ConfigOf<V> {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [member, declared] of Object.entries(variables)) {
    const raw = rawValue(declared, environment, faults);
    if (raw === undefined) continue;
    const result = declared.schema.safeParse(raw);
    if (result.success) config[member] = result.data;
    else faults.push(`${declared.name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
  }
  if (faults.length > 0) throw new ConfigFault(faults);
  return config as ConfigOf<V>;
}

function rawValue(declared: Variable<unknown>, environment: NodeJS.ProcessEnv, faults: string[]): string | undefined {
  const file = declared.secret ? environment[`${declared.name}_FILE`] : undefined;
  const direct = environment[declared.name];
  if (file !== undefined && direct !== undefined) {
    faults.push(`${declared.name}: set it or ${declared.name}_FILE, not both`);
    return undefined;
  }
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      faults.push(`${declared.name}_FILE: the file cannot be read`);
      return undefined;
    }
  }
  const value = direct ?? declared.fallback;
  if (value === undefined) {
    faults.push(
      `${declared.name}: is required (${declared.help})${declared.secret ? `; ${declared.name}_FILE works too` : ''}`,
    );
  }
  return value;
}

export function helpTable(variables: Variables): string {
  const rows = Object.values(variables).map((declared) => [
    declared.secret ? `${declared.name}[_FILE]` : declared.name,
    declared.fallback === undefined ? 'required' : declared.fallback === '' ? 'none' : declared.fallback,
    declared.help,
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]!.length));
  const [nameWidth, defaultWidth] = [width(0), width(1)];
  return rows
    .map(([name, value, help]) => `${name!.padEnd(nameWidth)}  ${value!.padEnd(defaultWidth)}  ${help}`)
    .join('\n');
}
