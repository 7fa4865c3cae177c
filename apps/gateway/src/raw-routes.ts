/** Routes that are not methods of controllers, in the order of the API description. */
import { AUDIT_EXPORT_ROUTES } from './iam/audit/audit-export.route.js';
import { AVATAR, UPLOAD_AVATAR } from './iam/avatars/avatars.route.js';
import { PAYMENT_WEBHOOK } from './iam/billing/payment-webhook.route.js';
import { DOWNLOAD } from './telemetry/files/download.route.js';
import { INGEST_ROUTES } from './intake/intake/ingest.route.js';
import { OTLP_ROUTES } from './intake/intake/otlp.route.js';
import { PROMETHEUS_ROUTE } from './intake/intake/prometheus.route.js';
import { PUSH_FORMATS } from './intake/push/push-formats.js';
import { ACKNOWLEDGEMENT_ROUTES } from './notify/acknowledgements.route.js';
import { CALENDAR_ROUTES } from './alerting/schedules/calendar.route.js';
import { UPLOAD_SOURCE_MAP } from './intake/source-maps/upload.route.js';
import type { RawRoute } from './edge/openapi/raw-route.js';

/** Those of every process, which `libs/host` registers. */
const PROBES: readonly RawRoute[] = [
  {
    method: 'get',
    route: '/metrics',
    id: 'processMetrics',
    summary: 'Prometheus metrics of the gateway process and of the subsystems',
    access: 'public',
    rawAnswer: { required: true, contents: { 'text/plain': 'Prometheus exposition format 0.0.4' } },
  },
  {
    method: 'get',
    route: '/healthz',
    id: 'processHealth',
    summary: 'Liveness',
    access: 'public',
    answer: 'ProcessHealth',
  },
  {
    method: 'get',
    route: '/readyz',
    id: 'processReadiness',
    summary: 'Readiness',
    access: 'public',
    answer: 'Readiness',
    answersAlsoWhenUnavailable: true,
  },
  { method: 'get', route: '/version', id: 'processVersion', summary: 'Version', access: 'public', answer: 'Version' },
];

export const RAW_ROUTES: readonly RawRoute[] = [
  ...AUDIT_EXPORT_ROUTES,
  ...OTLP_ROUTES,
  ...INGEST_ROUTES,
  PAYMENT_WEBHOOK,
  UPLOAD_AVATAR,
  UPLOAD_SOURCE_MAP,
  AVATAR,
  DOWNLOAD,
  ...CALENDAR_ROUTES,
  ...Object.values(ACKNOWLEDGEMENT_ROUTES),
  ...PUSH_FORMATS.map(({ described }) => described),
  PROMETHEUS_ROUTE,
  ...PROBES,
];

/** Pages for people, which the description leaves out. */
export const UNDESCRIBED: readonly string[] = [
  '/',
  '/signin',
  '/services',
  '/services/:name',
  '/transactions/:name',
  '/compare',
  '/dependencies',
  '/map',
  '/errors',
  '/errors/:name',
  '/traces',
  '/traces/:name',
  '/data',
  '/alerts',
  '/alerts/:name',
  '/alerts/incidents/:name',
  '/alerts/rules/:name',
  '/assets/:file',
  '/docs',
  '/docs/:file',
  '/s/:token',
  '/api/v1/openapi.json',
];
