import { Controller } from '@nestjs/common';
import { HandleRpc, HandleStream, type ScopedCall, type StreamedCall } from '@spanwise/bus/rpc-handler';
import {
  cancelSearchJob,
  deleteSearchJob,
  listSearchJobs,
  readSearchJob,
  readSearchJobFile,
  readSearchJobResults,
  searchJobFile,
  submitSearchJob,
  type ReadSearchJobFile,
  type ReadSearchJobResults,
  type SearchJob,
  type SearchJobFile,
  type SearchJobId,
  type SearchJobList,
  type SearchJobPage,
  type SubmitSearchJob,
} from '@spanwise/contracts/telemetry/search-jobs';
import { SearchJobs } from './search-jobs.js';

@Controller()
export class SearchJobsController {
  constructor(private readonly jobs: SearchJobs) {}

  @HandleRpc(submitSearchJob)
  submit(input: SubmitSearchJob, { context }: ScopedCall): Promise<SearchJob> {
    return this.jobs.submit(input, context);
  }

  @HandleRpc(listSearchJobs)
  list(asked: SearchJobList, { context }: ScopedCall): Promise<SearchJob[]> {
    return this.jobs.list(asked, context);
  }

  @HandleRpc(readSearchJob)
  read(asked: SearchJobId, { context }: ScopedCall): Promise<SearchJob> {
    return this.jobs.read(asked, context);
  }

  @HandleRpc(cancelSearchJob)
  cancel(asked: SearchJobId, { context }: ScopedCall): Promise<SearchJob> {
    return this.jobs.cancel(asked, context);
  }

  @HandleRpc(deleteSearchJob)
  remove(asked: SearchJobId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.jobs.remove(asked, context);
  }

  @HandleStream(readSearchJobResults)
  page(asked: ReadSearchJobResults, call: StreamedCall): Promise<SearchJobPage> {
    return this.jobs.page(asked, call);
  }

  @HandleRpc(searchJobFile)
  file(asked: SearchJobId, { context }: ScopedCall): Promise<SearchJobFile> {
    return this.jobs.file(asked, context);
  }

  @HandleStream(readSearchJobFile)
  fileBytes(asked: ReadSearchJobFile, call: StreamedCall): Promise<SearchJobFile> {
    return this.jobs.fileBytes(asked, call);
  }
}
