// Vitest's global set-up of the integration specs: the programs that they start, one PostgreSQL server, and the NATS program.
import { step } from './progress.mjs';
import { startTestDatabase } from './test-servers.mjs';
import { findNatsServer } from './nats-binary.mjs';
import { build } from './workspace.mjs';

export default async function setup() {
  await build();
  process.env.SPANWISE_NATS_SERVER_BIN = (await findNatsServer()).binary;
  const server = await step('starting PostgreSQL for the tests', startTestDatabase);
  process.env.SPANWISE_TEST_DATABASE_URL = server.adminUrl;
  return server.stop;
}
