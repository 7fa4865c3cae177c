/** How much memory the processes of apm may hold. Pure. */
const MIB = 1024 * 1024;
/** What a process has beside the buffers of its statement. */
const OVERHEAD_BYTES = 256 * MIB;
/** apm itself under any load, as the proofs hold it to. */
const OWN_BYTES = 640 * MIB;
/** The process that merges segments: 256 MiB for the engine, and as much beside it. */
const MERGE_BYTES = 512 * MIB;

/** Of one process; it is ended beyond that. */
export const processBytesOf = (queryMemoryBytes: number): number => 2 * queryMemoryBytes + OVERHEAD_BYTES;

/** Of apm and everything that it starts, at the most: as many statements as may run, and a process that is ready. */
export const apmBytesOf = (queryMemoryBytes: number, queriesRunning: number): number =>
  OWN_BYTES + MERGE_BYTES + queriesRunning * processBytesOf(queryMemoryBytes) + OVERHEAD_BYTES;
