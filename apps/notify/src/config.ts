import { keyring, secret, serviceVariables, url } from '@spanwise/host/config';

export const variables = {
  ...serviceVariables(8083),
  databaseUrl: secret('DATABASE_URL', url('postgres:', 'postgresql:'), 'PostgreSQL, as the role spanwise_notify'),
  secretKeys: secret('SPANWISE_SECRET_KEYS', keyring, 'keys that encrypt connector secrets at rest'),
};
