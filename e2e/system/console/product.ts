/** Starts the product that all tests share, with a mailbox; this process hands its address to the tests. */
import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { newDataDir, Product } from '@spanwise/e2e/system/harness/product';
import { handOver, PASSWORD } from './setup.js';
import { REQUESTS_OF_EACH } from './telemetry.js';

const HISTORY_MINUTES = 55;
const MINUTE_MICROS = 60_000_000;

export default async function startProduct(): Promise<() => void> {
  const dataDir = newDataDir();
  const mailbox = join(dataDir, 'mailbox');
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) =>
      void text(stream).then((mail) => {
        // Quoted-printable.
        appendFileSync(mailbox, mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        done();
      }),
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const product = await Product.start({
    dataDir,
    environment: {
      LOG_LEVEL: 'error',
      SPANWISE_TRACING: 'false',
      SPANWISE_APM_MIN_SAMPLES: String(REQUESTS_OF_EACH),
      SPANWISE_ADMIN_PASSWORD: PASSWORD,
      SPANWISE_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    },
  });
  const { baseUrl, intakeToken, readToken } = product;
  const to = Math.floor(Date.now() / 60_000) * MINUTE_MICROS;
  const from = to - HISTORY_MINUTES * MINUTE_MICROS;
  handOver({ baseUrl, intakeToken, readToken, mailbox, from, to });
  return () => {
    smtp.close(() => undefined);
    product.stop();
  };
}
