import { Database } from '@spanwise/postgres/database';
import type { IamVariables } from '../../config.js';
import { dataSource } from '../../db/data-source.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { resetPassword } from './bootstrap.js';

export async function resetPasswordCommand(config: IamVariables, [email]: string[]): Promise<void> {
  if (email === undefined) throw new Error('usage: reset-password <email>');
  const source = await Database.open(dataSource(config.databaseUrl));
  const password = await resetPassword(source, config, new Passwords(config.passwordMemoryKib), email);
  await source.close();
  process.stdout.write(`The new password of ${email} is: ${password}\n`);
}
