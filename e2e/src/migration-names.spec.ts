/** Names of migrations are in the databases of installations: a class or a file may be renamed, a recorded name may not. */
import { expect, it } from 'vitest';
import { migrations as apm } from '@spanwise/apm/db/migrations';
import { migrations as iam } from '@spanwise/iam/db/migrations';
import { migrations as notify } from '@spanwise/notify/db/migrations';
import { migrations as projector } from '@spanwise/projector/db/migrations';

const SERVICES = { iam, apm, notify, projector };

/** What a data folder of commit 8044b13 has recorded as run. */
const RECORDED: Record<keyof typeof SERVICES, string> = {
  iam: `Identity1764000000000 Access1764100000000 Billing1764810000000 License1764820000000 Avatars1764830000000
    Teams1764840000000 Policies1764850000000 Quotas1764860000000 Shares1764870000000 PushConnectors1764880000000
    SharedSearches1766000000000 Givers1766140000000 Claims1766210000000 OrganizationDeletions1766710000000
    TeamLeads1766820000000 AuditForms1767200000000 MendedMembers1767240000000`,
  apm: `Rollups1764000000000 Deployments1764300000000 ErrorSamples1764500000000 Callees1764600000000
    NameCandidates1764700000000 Telemetry1764800000000 SearchJobs1764900000000 RollupRevisions1765900000000
    SavedViews1766000000000 TraceFilters1766150000000 QueryDays1766200000000 OffsetGeneration1766300000000
    DeclaredIndexes1766400000000 UnplacedFields1766500000000 SourceMaps1766800000000 GatewayMinutes1766900000000
    LostForAll1767100000000 AuditOutbox1767200000000 MendedMembers1767240000000`,
  notify: `Connectors1764000000000 ConnectorVersions1764100000000 Routing1764200000000 Deliveries1764300000000
    Escalations1764400000000 Circuits1764500000000 AuditOutbox1764600000000 FailureRate1764700000000
    UnresolvedEvents1764800000000 SendLimits1764900000000 Alerting1766800000000 OnCall1766810000000
    Acknowledgements1766820000000 DefaultPack1766830000000 AlertEscalations1766840000000
    IncidentGroups1766850000000 UnseenIncidents1766860000000 PlatformIncident1766870000000
    IncidentRetention1766880000000 MendedMembers1767240000000`,
  projector: `Projection1764000000000 DeadLetterCounts1764100000000 KeysByMinute1764700000000 Signals1764800000000
    RawStore1764810000000 Usage1764850000000 CountingDelta1766100000000 LogAnchors1767100000000
    ShardRuns1767400000000`,
};

it.each(Object.entries(SERVICES))(
  'a data folder of an earlier release runs no migration of %s twice',
  (service, known) => {
    const names = known.map((Migration) => new Migration().name!);
    const recorded = RECORDED[service as keyof typeof SERVICES].split(/\s+/);
    expect(recorded.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  },
);
