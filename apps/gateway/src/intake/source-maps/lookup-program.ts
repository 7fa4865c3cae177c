/** A process of its own that holds maps of all organizations and looks places up in one of them at a time. */
import { LoadedMaps, type Original, type Place } from './lookup.js';

export interface LookupTask {
  organizationId: string;
  id: string;
  /** As kept; to be given where the answer to the task without it was that it is missing. */
  bytes?: Uint8Array;
  places: Place[];
}

/** In the order of the places; undefined where the map is not held. */
export interface LookupAnswer {
  found: (Original | null)[] | undefined;
}

const maps = new LoadedMaps();

process.on('message', ({ organizationId, id, bytes, places }: LookupTask) => {
  if (bytes !== undefined) maps.load(organizationId, id, bytes);
  const answer: LookupAnswer = { found: maps.has(id) ? places.map((place) => maps.find(id, place)) : undefined };
  process.send!(answer);
});
