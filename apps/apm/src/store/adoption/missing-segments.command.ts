/** `missing-segments` prints what the catalogue names and the object store does not have, one JSON object a line. */
import { Pool } from 'pg';
import { createObjectStore } from '@spanwise/object-store/config';
import type { ApmVariables } from '../../config.js';
import { missingFiles } from './missing-files.js';

export async function missingSegments(config: ApmVariables, words: string[]): Promise<void> {
  if (words.length > 0) throw new Error('missing-segments takes no words.');
  const pool = new Pool({ connectionString: config.writerUrl, application_name: 'spanwise-missing', max: 1 });
  try {
    for await (const { organizationId, fromMicros, toMicros, ...file } of missingFiles(pool, createObjectStore(config)))
      process.stdout.write(
        `${JSON.stringify({ organization_id: organizationId, ...file, from: isoOf(fromMicros), to: isoOf(toMicros) })}\n`,
      );
  } finally {
    await pool.end();
  }
}

const isoOf = (micros: number): string => new Date(micros / 1_000).toISOString();
