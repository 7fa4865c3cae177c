/** The rows of a search job as one file, an object a line, of which any range of bytes can be read. */
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { SearchJobFile } from '@spanwise/contracts/telemetry/search-jobs';
import type { JobResults } from './job-results.js';
import type { JobRow } from './search-jobs.store.js';
import { objectLines, objectOverhead } from './object-lines.js';

interface FilePart {
  key: string;
  /** Place in the file, [from, to). */
  from: number;
  to: number;
}

/** The parts never change, and their sizes say what the file's are: nothing has to be written or read to know them. */
export class JobFile implements SearchJobFile {
  private constructor(
    private readonly results: JobResults,
    private readonly columns: readonly string[],
    private readonly parts: readonly FilePart[],
    readonly etag: string,
  ) {}

  /** Throws `conflict` for a job that is not done, and `not_found` when its rows are being removed. */
  static async of(job: JobRow, results: JobResults): Promise<JobFile> {
    if (job.state !== 'done') throw conflict(`The search job is ${job.state}: only one that is done has results.`);
    const sizes = await results.sizes(job.organization_id, job.id);
    const columns = job.columns!;
    const overhead = objectOverhead(columns);
    let from = 0;
    const parts = job.parts!.map(({ key, rows }) => {
      const size = sizes.get(key);
      if (size === undefined) throw notFound('There is no such search job.');
      const part = { key, from, to: from + size + rows * overhead };
      from = part.to;
      return part;
    });
    return new JobFile(results, columns, parts, `"${job.id}.${job.attempt}"`);
  }

  get bytes(): number {
    return this.parts.at(-1)?.to ?? 0;
  }

  /** Bytes [from, to) of the file; holds one part at a time. */
  async *read(from: number, to: number): AsyncGenerator<Uint8Array> {
    for (const part of this.parts) {
      if (part.to <= from || part.from >= to) continue;
      const whole = objectLines(await this.results.read(part.key), this.columns);
      yield whole.subarray(Math.max(0, from - part.from), Math.min(whole.length, to - part.from));
    }
  }
}
