import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFault, durationMs, helpTable, keyring, loadConfig, port, secret, url, variable } from './config.js';

const variables = {
  port: variable('PORT', port, 'HTTP port', '8080'),
  database: secret('DATABASE_URL', url('postgres:'), 'database'),
  grace: variable('GRACE', durationMs, 'late grace', '300s'),
};
const key = Buffer.alloc(32, 7).toString('base64');

function faultsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(variables, environment);
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults;
  }
  return [];
}

describe('configuration (API-10)', () => {
  it('takes defaults and units', () => {
    expect(loadConfig(variables, { DATABASE_URL: 'postgres://h/d' })).toEqual({
      port: 8080,
      database: 'postgres://h/d',
      grace: 300_000,
    });
  });

  it('reports every fault at once, without values', () => {
    const faults = faultsOf({ PORT: '99999', GRACE: 'soon', DATABASE_URL: 'mysql://user:hunter2@h' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'GRACE']);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('says what is missing', () => {
    expect(faultsOf({})).toEqual(['DATABASE_URL: is required (database); DATABASE_URL_FILE works too']);
  });

  it('reads secrets from files, and refuses a file beside a value', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
    writeFileSync(file, 'postgres://from/file\n');
    expect(loadConfig(variables, { DATABASE_URL_FILE: file }).database).toBe('postgres://from/file');
    expect(faultsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://h' })).toHaveLength(1);
    expect(faultsOf({ DATABASE_URL_FILE: `${file}.missing` })).toEqual(['DATABASE_URL_FILE: the file cannot be read']);
  });

  it.each([['k1'], ['k1:short'], [`:${key}`], [`k 1:${key}`]])('refuses the keyring %s', (text) => {
    expect(keyring.safeParse(text).success).toBe(false);
  });

  it('keeps the order of a keyring: the first key writes', () => {
    expect(keyring.parse(`new:${key},old:${key}`).map(({ kid }) => kid)).toEqual(['new', 'old']);
  });

  it('prints a table of the variables', () => {
    expect(helpTable(variables)).toContain('DATABASE_URL[_FILE]  required  database');
  });
});
