/** Every body that the HTTP API answers, by its name in the API description, which is generated from these types. */
import type { DependencySummary, ErrorSummary, Overview, Page, ServiceSummary, TransactionSummary } from './apm.js';
import type { ErrorGroupDetail, ServiceDetail, TransactionDetail } from './apm-details.js';
import type { ApmHealth } from './apm-health.js';
import type { ErrorBody } from './errors.js';
import type { ApiTokenView, Capabilities, CreatedApiToken, Me, PublicKey, SignInReply } from './iam.js';
import type { Preferences, Profile, SessionView } from './iam-profile.js';
import type { ConnectorTypeView, ConnectorView, TestResult } from './notify.js';
import type { Acknowledged, DeliveryView } from './notify-deliveries.js';
import type { EndpointTestResult, PreferenceView, UserEndpointView } from './notify-recipients.js';
import type {
  DefaultRoutesView,
  PolicyPreview,
  PolicyView,
  ResolverType,
  TemplateFields,
  TemplateView,
} from './notify-routing.js';
import type { ProcessHealthBody, ProductHealthBody, ReadinessBody, VersionInfo } from './probes.js';

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
  Revoked: { revoked: true };
  Overview: Overview;
  ServicePage: Page<ServiceSummary>;
  TransactionPage: Page<TransactionSummary>;
  DependencyPage: Page<DependencySummary>;
  ErrorPage: Page<ErrorSummary>;
  ServiceDetail: ServiceDetail;
  TransactionDetail: TransactionDetail;
  ErrorGroupDetail: ErrorGroupDetail;
  ApmHealth: ApmHealth;
  ConnectorTypes: ConnectorTypeView[];
  Connector: ConnectorView;
  Connectors: ConnectorView[];
  ConnectorTestResult: TestResult;
  UserEndpoint: UserEndpointView;
  UserEndpoints: UserEndpointView[];
  EndpointTestResult: EndpointTestResult;
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
  Deleted: { deleted: true };
  ProductHealth: ProductHealthBody;
  Readiness: ReadinessBody;
  ProcessHealth: ProcessHealthBody;
  Version: VersionInfo;
}
