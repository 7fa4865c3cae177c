import { z } from 'zod';
import {
  integer,
  keyring,
  optionalText,
  secret,
  serviceVariables,
  text,
  url,
  variable,
  type ConfigOf,
} from '@spanwise/host/config';
import { passwordFault } from './platform/passwords/password-policy.js';
import { DEFAULT_MEMORY_KIB } from './platform/passwords/passwords.js';

const adminPassword = optionalText.superRefine((value, context) => {
  const fault = value === undefined ? undefined : passwordFault(value);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

export const variables = {
  ...serviceVariables(8081),
  databaseUrl: secret('DATABASE_URL', url('postgres:', 'postgresql:'), 'PostgreSQL, as the role spanwise_iam'),
  adminEmail: variable(
    'SPANWISE_ADMIN_EMAIL',
    z.email('must be an e-mail address'),
    'first owner',
    'admin@spanwise.local',
  ),
  adminPassword: secret('SPANWISE_ADMIN_PASSWORD', adminPassword, 'password of the first owner, used once', ''),
  organizationName: variable('SPANWISE_ORGANIZATION_NAME', text, 'name of the first organization', 'Default'),
  tokenKeys: secret('SPANWISE_TOKEN_KEYS', keyring, 'keys of the HMAC that API tokens are stored as'),
  baseUrl: variable(
    'SPANWISE_BASE_URL',
    url('http:', 'https:'),
    'public origin; base of links in e-mails',
    'http://localhost:8080',
  ),
  smtpUrl: secret(
    'SPANWISE_SMTP_URL',
    optionalText.pipe(url('smtp:', 'smtps:').optional()),
    'mail server, such as smtps://user:password@host; without it no e-mail is sent, and sign-up needs approval',
    '',
  ),
  mailFrom: variable('SPANWISE_MAIL_FROM', text, 'sender of mails', 'Spanwise <no-reply@localhost>'),
  passwordMemoryKib: variable(
    'SPANWISE_PASSWORD_MEMORY_KIB',
    integer(8, 1_048_576),
    'memory for hashing one password; less than the default is for tests only',
    String(DEFAULT_MEMORY_KIB),
  ),
  licenseKeys: variable(
    'SPANWISE_LICENSE_KEYS',
    optionalText.pipe(keyring.optional()),
    'Ed25519 public keys of licence issuers, as kid:base64 of 32 bytes; without one, licences are disabled',
    '',
  ),
  secretKeys: secret('SPANWISE_SECRET_KEYS', keyring, 'keys that seal secrets at rest'),
};

export type IamVariables = ConfigOf<typeof variables>;

/** The configuration as Nest injects it. */
export class IamConfig {
  constructor(readonly values: IamVariables) {}
}
