/** `node provision-command.js`: provisions the database that SPANWISE_ADMIN_DATABASE_URL names; see config.ts. */
import { provisionConfig } from './config.js';
import { provision } from './provision.js';

const { adminUrl, passwords } = provisionConfig();
await provision(adminUrl, passwords);
