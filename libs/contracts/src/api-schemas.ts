/** Every body that the HTTP API answers, by its name in the API description, which is generated from these types. */
import type { DependencySummary, ErrorSummary, Overview, Page, ServiceSummary, TransactionSummary } from './apm.js';
import type { ErrorGroupDetail, ServiceDetail, TransactionDetail } from './apm-details.js';
import type { VersionComparison } from './apm-compare.js';
import type { Deployment, Deployments } from './apm-deployments.js';
import type { ApmHealth } from './apm-health.js';
import type { ErrorBody } from './errors.js';
import type { ApiTokenView, Capabilities, CreatedApiToken, Me, PublicKey, SignInReply } from './iam.js';
import type { QueryResult, RunningQueryView, SlowQueries } from './query.js';
import type { SearchJob, SearchJobResults } from './search-jobs.js';
import type { ServiceGraph } from './service-graph.js';
import type { Preferences, Profile, SessionView } from './iam-profile.js';
import type { AuditPage } from './iam-audit.js';
import type { RevokedKey, RotatedKeys, SigningKeyView } from './iam-keys.js';
import type { ConnectorTypeView, ConnectorView, TestResult } from './notify.js';
import type { EmailDomains, OrgView, SelectedOrg, SignupPolicy, SignUpReply } from './iam-orgs.js';
import type { Decision, PermissionCatalog, RoleBindingView, RoleView } from './iam-roles.js';
import type { AcceptedInvitation, InvitationView, UserView } from './iam-users.js';
import type { InstanceInfo, ProcessHealthBody, ProductHealthBody, ReadinessBody, VersionInfo } from './probes.js';
import type { Acknowledged, DeliveryView } from './notify-deliveries.js';
import type { EndpointTestResult, PreferenceView, RecipientView, UserEndpointView } from './notify-recipients.js';
import type {
  DefaultRoutesView,
  PolicyPreview,
  PolicyView,
  ResolverType,
  TemplateFields,
  TemplateView,
} from './notify-routing.js';

export interface ApiSchemas {
  Error: ErrorBody;
  SignInReply: SignInReply;
  SignedOut: { signed_out: true };
  Me: Me;
  PublicKeys: { keys: PublicKey[] };
  Capabilities: Capabilities;
  ApiToken: ApiTokenView;
  ApiTokens: ApiTokenView[];
  CreatedApiToken: CreatedApiToken;
  Profile: Profile;
  Preferences: Preferences;
  PasswordChanged: { changed: true };
  Sessions: SessionView[];
  User: UserView;
  Users: UserView[];
  Invitation: InvitationView;
  Invitations: InvitationView[];
  AcceptedInvitation: AcceptedInvitation;
  Org: OrgView;
  Orgs: OrgView[];
  SelectedOrg: SelectedOrg;
  EmailDomains: EmailDomains;
  Instance: InstanceInfo;
  SignupPolicy: SignupPolicy;
  SignUpReply: SignUpReply;
  Accepted: { accepted: true };
  PasswordReset: { reset: true };
  Role: RoleView;
  Roles: RoleView[];
  Deleted: { deleted: true };
  PermissionCatalog: PermissionCatalog;
  Decisions: { decisions: Decision[] };
  RoleBindings: RoleBindingView[];
  BoundRole: { value: RoleBindingView; version: number };
  UnboundRole: { deleted: true; version: number };
  AuditPage: AuditPage;
  SigningKeys: SigningKeyView[];
  RotatedKeys: RotatedKeys;
  RevokedKey: RevokedKey;
  Revoked: { revoked: true };
  Overview: Overview;
  ServicePage: Page<ServiceSummary>;
  TransactionPage: Page<TransactionSummary>;
  DependencyPage: Page<DependencySummary>;
  ErrorPage: Page<ErrorSummary>;
  ServiceDetail: ServiceDetail;
  TransactionDetail: TransactionDetail;
  ErrorGroupDetail: ErrorGroupDetail;
  VersionComparison: VersionComparison;
  Deployment: Deployment;
  Deployments: Deployments;
  ServiceGraph: ServiceGraph;
  ApmHealth: ApmHealth;
  QueryResult: QueryResult;
  RunningQueries: RunningQueryView[];
  QueryCancelled: { cancelled: true };
  SlowQueries: SlowQueries;
  SearchJob: SearchJob;
  SearchJobs: SearchJob[];
  SearchJobResults: SearchJobResults;
  ConnectorTypes: ConnectorTypeView[];
  Connector: ConnectorView;
  Connectors: ConnectorView[];
  ConnectorTestResult: TestResult;
  UserEndpoint: UserEndpointView;
  UserEndpoints: UserEndpointView[];
  EndpointTestResult: EndpointTestResult;
  Recipients: RecipientView[];
  NotificationPreference: PreferenceView;
  NotificationPreferences: PreferenceView[];
  DefaultRoutes: DefaultRoutesView;
  DefaultRoutesList: DefaultRoutesView[];
  TemplateFields: TemplateFields;
  NotificationTemplate: TemplateView;
  NotificationTemplates: TemplateView[];
  ResolverTypes: ResolverType[];
  NotificationPolicy: PolicyView;
  NotificationPolicies: PolicyView[];
  PolicyPreview: PolicyPreview;
  Delivery: DeliveryView;
  Deliveries: DeliveryView[];
  DeliveriesAcknowledged: Acknowledged;
  ProductHealth: ProductHealthBody;
  Readiness: ReadinessBody;
  ProcessHealth: ProcessHealthBody;
  Version: VersionInfo;
}
