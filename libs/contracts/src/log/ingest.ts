/** Answer of the native intake routes (INTAKE-3). */
export interface IngestResult {
  accepted: number;
  rejected: number;
  /** Of the first 100 records that were rejected. `index` counts the records of the body from 0. */
  errors: { index: number; reason: string }[];
}
