/** Tells a product that stands still from one that moves, by what is seen of it at each look. Pure. */

/** What has to move while there is something to count and to store. */
export interface Progress {
  counted: string;
  /** Undefined while everything that was counted is stored. */
  stored: string | undefined;
}

/** Milliseconds without progress. */
export interface StillnessLimits {
  /** Nothing counted, by processes that all live as long. */
  counted: number;
  /** Nothing counted, or nothing stored, whoever ended and started meanwhile. */
  whatever: number;
}

export type Standing = 'counted' | 'stored';

export class Stillness {
  private countedAtMs: number;
  private storedAtMs: number;
  private startedAtMs: number;
  private processes = '';
  private last: Progress = { counted: '', stored: undefined };

  constructor(
    private readonly limits: StillnessLimits,
    nowMs: number,
  ) {
    this.countedAtMs = this.storedAtMs = this.startedAtMs = nowMs;
  }

  /**
   * What has not moved for too long. No `progress` is a look that saw nothing; `processes` names those that live; while it
   * is quiet, nothing has to move.
   */
  look(progress: Progress | undefined, processes: string, isQuiet: boolean, nowMs: number): Standing[] {
    const { counted, stored } = progress ?? this.last;
    if (isQuiet || counted !== this.last.counted) this.countedAtMs = nowMs;
    if (isQuiet || stored === undefined || stored !== this.last.stored) this.storedAtMs = nowMs;
    if (processes !== this.processes) this.startedAtMs = nowMs;
    this.last = { counted, stored };
    this.processes = processes;
    const steadyMs = nowMs - Math.max(this.countedAtMs, this.startedAtMs);
    const { counted: countedMs, whatever: whateverMs } = this.limits;
    const standing: Standing[] = [];
    if (steadyMs > countedMs || nowMs - this.countedAtMs > whateverMs) standing.push('counted');
    if (nowMs - this.storedAtMs > whateverMs) standing.push('stored');
    return standing;
  }
}
