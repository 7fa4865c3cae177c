/** What the process that starts the product hands to the tests. */
import { join } from 'node:path';

export interface Setup {
  baseUrl: string;
  intakeToken: string;
  readToken: string;
  /** File of all mails sent so far. */
  mailbox: string;
  /** Range of the data, in microseconds. */
  from: number;
  to: number;
}

const VARIABLE = 'CONSOLE_SETUP';

export const handOver = (setup: Setup): void => {
  process.env[VARIABLE] = JSON.stringify(setup);
};
export const setup = (): Setup => JSON.parse(process.env[VARIABLE]!) as Setup;

export const EMAIL = 'admin@spanwise.local';
export const PASSWORD = 'correct horse 9 battery';
export const NEW_PASSWORD = 'battery 9 horse correct';
/** The first test signs in; the others use its session. */
export const SESSION_FILE = join(import.meta.dirname, 'dist', 'session.json');
