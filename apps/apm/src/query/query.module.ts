import { Module } from '@nestjs/common';
import { AskedQueries } from './query-engine/asked-queries.js';
import { SavedViews } from './saved-views/saved-views.js';
import { SearchJobs } from './search-jobs/search-jobs.js';
import { TelemetryReads } from './telemetry-reads/telemetry-reads.js';
import { UsageDays } from './usage/usage-days.js';

@Module({ controllers: [AskedQueries, TelemetryReads, SearchJobs, SavedViews, UsageDays] })
export class QueryModule {}
