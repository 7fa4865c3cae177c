/** What the projector and its store writer tell each other. */
import type { ProjectorVariables } from '../config.js';

/** The first message to the process. */
export interface StoreStart {
  config: ProjectorVariables;
}

/** Once a second from the process. */
export interface StoreState {
  /** Why nothing can be stored at the moment. */
  fault?: string;
  lagMessages: number;
  /** Age of the oldest record that was read and is in no committed segment. */
  lagSeconds: number;
  /** Since the process started. */
  totals: { rows: number; segments: number; bytes: number; lost: number };
  cpuSeconds: number;
  residentBytes: number;
}
