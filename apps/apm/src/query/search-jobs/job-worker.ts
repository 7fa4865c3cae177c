import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { describeError, type Logger } from '@spanwise/host/logger';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import type { Host } from '@spanwise/host/service';
import { requestOf } from '../query-engine/query-request.js';
import { queryCancelled } from '../query-engine/running-queries.js';
import type { Queries } from '../query-engine/queries.js';
import { claimJob, endJob, renewLease, takeExpired, type JobEnd, type JobRow } from './search-jobs.store.js';
import type { JobResults } from './job-results.js';
import { bothOf } from '../../store/stored-state/not-stored.js';
import type { StoredReads } from '../../store/stored-state/stored-reads.js';

export interface JobWorkerSettings {
  timeLimitMs: number;
  /** A worker that does not renew its lease for this long has lost its job to another one. */
  leaseMs: number;
  pollMs: number;
  /** Jobs that run at once in this process; one organization has all but one of these places, and at least one. */
  running: number;
}

/** A job whose engine or store failed is tried this often. */
const MAX_ATTEMPTS = 3;
const EXPIRY_MS = 60_000;
/** Of the rows of one job in the object store; beyond them the result is partial. */
const MAX_RESULT_BYTES = 1024 * 1024 * 1024;

const nowMicros = (): number => Date.now() * 1_000;

/** Runs search jobs. Each is a row that is leased: a job whose process died starts again in the next one. */
export class JobWorker {
  private readonly stopping = new AbortController();
  private loops: Promise<void>[] = [];
  private readonly expiries: OrganizationTurns;

  constructor(
    private readonly pool: Pool,
    private readonly queries: Queries,
    private readonly results: JobResults,
    private readonly stored: StoredReads,
    private readonly logger: Logger,
    private readonly settings: JobWorkerSettings,
  ) {
    const fault = 'the results of old search jobs could not be removed';
    this.expiries = new OrganizationTurns({ loop: 'search_job_expiry', fault, budgetMs: EXPIRY_MS }, { logger });
  }

  /** Runs until the host stops, when there is one, or until `stop`. */
  start(host?: Host): void {
    host?.shutdown.onStop('workers', 'search jobs', () => this.stop());
    this.loops = [...Array.from({ length: this.settings.running }, () => this.work()), this.expire()];
  }

  /** Jobs that run are given back: another process takes them at once. */
  async stop(): Promise<void> {
    this.stopping.abort(new ServiceError('unavailable', 'The service stops.'));
    await Promise.all(this.loops);
  }

  private async work(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const found = await this.runOne().catch((error: unknown) => {
        this.logger.error(describeError(error), 'search jobs: failed to claim or finish a job');
        return false;
      });
      if (!found) await this.pause(this.settings.pollMs);
    }
  }

  private async runOne(): Promise<boolean> {
    const lease = randomUUID();
    const { leaseMs, running } = this.settings;
    const job = await claimJob(this.pool, { lease, leaseMs, perOrganization: Math.max(1, running - 1) }, nowMicros());
    if (job === undefined) return false;
    const lost = new AbortController();
    let progress = 0;
    const timer = setInterval(() => {
      void renewLease(this.pool, lease, leaseMs, progress)
        .then((held) => void (held || lost.abort(queryCancelled())))
        .catch((error: unknown) => this.logger.warn(describeError(error), 'search jobs: failed to renew a lease'));
    }, leaseMs / 5);
    try {
      const stopped = AbortSignal.any([lost.signal, this.stopping.signal]);
      const end = await this.run(job, stopped, (share) => (progress = share));
      if (await endJob(this.pool, lease, end, nowMicros())) await this.keepOnly(job, end);
      else await this.results.remove(job.organization_id, job.id);
    } finally {
      clearInterval(timer);
    }
    return true;
  }

  private async run(job: JobRow, signal: AbortSignal, progress: (share: number) => void): Promise<JobEnd> {
    const writer = this.results.writer(job.organization_id, job.id, job.attempt);
    const owner = { organizationId: job.organization_id, subject: job.subject };
    const { limit, wait_for: waitForMs } = job.request;
    try {
      const asked = requestOf(job.request);
      const stored = this.stored.of(owner.organizationId);
      await this.stored.wait(owner.organizationId, asked.range, waitForMs, signal);
      const summary = await this.queries.run(
        owner,
        {
          ...asked,
          stored,
          id: job.id,
          form: 'arrays',
          timeLimitMs: this.settings.timeLimitMs,
          maxBytes: MAX_RESULT_BYTES,
          patient: true,
          progress,
          ...(limit !== undefined && { maxRows: limit }),
        },
        signal,
        { begin: () => undefined, write: (bytes) => writer.write(bytes) },
      );
      await writer.end();
      const { columns, scanned_rows } = summary;
      const { partial_reason, stored_to_micros } = bothOf(summary, await stored.completeness(asked.range));
      return {
        state: 'done',
        columns,
        parts: writer.parts,
        scannedRows: scanned_rows,
        ...(partial_reason !== undefined && { partialReason: partial_reason }),
        ...(stored_to_micros !== undefined && { storedToMicros: stored_to_micros }),
      };
    } catch (error) {
      return this.endOf(job, error);
    }
  }

  /** What may pass is tried again; what the statement does wrong is not. */
  private endOf(job: JobRow, error: unknown): JobEnd {
    if (this.stopping.signal.aborted) return { state: 'pending' };
    if (!(error instanceof ServiceError)) this.logger.error(describeError(error), 'search jobs: job failed');
    const known =
      error instanceof ServiceError ? error : new ServiceError('unavailable', 'The results could not be kept.');
    if (known.kind === 'unavailable' && job.attempt < MAX_ATTEMPTS) return { state: 'pending' };
    return { state: 'failed', error: known.message };
  }

  private async keepOnly(job: JobRow, end: JobEnd): Promise<void> {
    await this.results.remove(job.organization_id, job.id, end.parts);
  }

  private async expire(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const expired = await takeExpired(this.pool, nowMicros());
        const organizations = [...new Set(expired.map((job) => job.organization_id))];
        await this.expiries.round(organizations, async (organizationId) => {
          const own = expired.filter((job) => job.organization_id === organizationId);
          for (const { id } of own) await this.results.remove(organizationId, id);
        });
      } catch (error) {
        this.logger.warn(describeError(error), 'search jobs: failed to delete expired jobs');
      }
      await this.pause(EXPIRY_MS);
    }
  }

  private pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
