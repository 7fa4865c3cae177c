import { Module } from '@nestjs/common';
import { CoverageWatch } from './coverage-notices/coverage-watch.js';
import { SemanticGroups } from './grouping-rules/semantic-groups.js';
import { IncidentGroups } from './incident-groups/incident-groups.js';
import { IncidentEvidence } from './incidents/incident-evidence.js';
import { Incidents } from './incidents/incidents.js';
import { SilencePreviews } from './incidents/silence-preview.js';
import { Pager } from './paging/pager.js';
import { ShiftWatch } from './shift-notices/shift-watch.js';
import { Silences } from './silences/silences.js';
import { OncallModule } from '../oncall/oncall.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';

@Module({
  imports: [OncallModule, RoutingModule, DeliveryModule],
  controllers: [SemanticGroups, IncidentGroups, SilencePreviews, Incidents, Silences],
  providers: [IncidentEvidence, CoverageWatch, ShiftWatch, Pager],
})
export class IncidentsModule {}
