import { DuckDBInstance } from '@duckdb/node-api';

export interface EngineLimits {
  /** What the engine may hold; beyond it, it spills into `spillFolder`. */
  memoryBytes: number;
  threads: number;
  spillFolder: string;
}

/** An engine that fetches nothing from anywhere. */
export const startEngine = (limits: EngineLimits): Promise<DuckDBInstance> =>
  DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor(limits.memoryBytes / 1_048_576)}MiB`,
    threads: String(limits.threads),
    temp_directory: limits.spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
