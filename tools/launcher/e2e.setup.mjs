// Vitest's global set-up of the end-to-end specs: one product, started from the built bundles as a user starts it, and stopped.
import { randomBytes } from 'node:crypto';
import { findNatsServer } from './nats-binary.mjs';
import { step } from './progress.mjs';
import { build } from './workspace.mjs';

/** Only its specs use it: it may be slow, refuse as often as it is attacked, and reach receivers on this machine. */
const ENVIRONMENT = {
  LOG_LEVEL: 'warn',
  SPANWISE_CALL_TIMEOUT: '20s',
  SPANWISE_RATE_REFUSED: '1000000',
  SPANWISE_EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  SPANWISE_SMTP_URL: 'smtp://127.0.0.1:9',
};

export default async function setup() {
  await build();
  process.env.SPANWISE_NATS_SERVER_BIN = (await findNatsServer()).binary;
  const SPANWISE_ADMIN_PASSWORD = randomBytes(12).toString('base64url');
  process.env.SPANWISE_ADMIN_PASSWORD = SPANWISE_ADMIN_PASSWORD;
  const { Product } = await import('@spanwise/e2e/system/harness/product');
  const product = await step('starting the product', () =>
    Product.start({ environment: { ...ENVIRONMENT, SPANWISE_ADMIN_PASSWORD }, fromNothing: true }),
  );
  process.env.SPANWISE_E2E_PRODUCT = product.dataDir;
  // One session for all files: an account may sign in a few times a minute.
  process.env.SPANWISE_E2E_OWNER_TOKEN = await product.ownerToken();
  return () => product.stop();
}
