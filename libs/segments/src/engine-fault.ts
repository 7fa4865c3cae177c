/** Faults of the engine that lie in what it was given: it takes the same again no better. All others may pass (PROTO-36). */

/** How the engine's own words begin where it cannot hold a value, or does not take it. */
const OF_DATA = /^(out of memory|invalid input|conversion|out of range) error:/i;
/**
 * Words of the room that it spills into, and of the machine's memory: the records have no part in that. It says both under
 * the name of its own limit.
 */
const OF_THE_MACHINE =
  /offload|temp_directory|no space left|disk quota|allocation failure|bad_?alloc|cannot allocate memory/i;

/** True for a closed list: what is not known is taken for a fault that passes, because nothing is given up for one. */
export const isFaultOfData = (error: unknown): boolean =>
  error instanceof Error && OF_DATA.test(error.message) && !OF_THE_MACHINE.test(error.message);
