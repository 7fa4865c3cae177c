/** What the projector and its store writer send each other. */
import { tmpdir } from 'node:os';
import type { SubsystemReason } from '@spanwise/contracts/base/heartbeat';
import type { ProjectorVariables } from '../config.js';

/** Where a store writer's files in the making are: below `parent`, in a folder that begins with `name`. */
export const workPlace = ({ workDir }: Pick<ProjectorVariables, 'workDir'>): { parent: string; name: string } => ({
  parent: workDir === '' ? tmpdir() : workDir,
  name: 'spanwise-store-writer',
});

/** The first message to the process. */
export interface StoreStart {
  config: ProjectorVariables;
}

/** Once a second from the process. */
export interface StoreState {
  /** Why nothing can be stored at the moment. */
  fault?: SubsystemReason;
  /** Since the end of the last attempt to store something. */
  attemptAgeMs: number;
  /** Since the process started. */
  totals: { rows: number; segments: number; bytes: number; lost: number; untoldFields: number };
  cpuSeconds: number;
  residentBytes: number;
}
