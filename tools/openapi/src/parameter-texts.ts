/** What a query parameter is, wherever it occurs. */
export const PARAMETER_TEXTS: Record<string, string> = {
  from: 'Start of the range.',
  to: 'End of the range. Default: now.',
  namespace: 'Exact service namespace; 1 to 192 bytes.',
  service: 'Exact service name; 1 to 192 bytes.',
  environment: 'Exact deployment environment; 1 to 192 bytes.',
  version: 'Exact service version; 1 to 192 bytes.',
  resolution: '`auto` picks the retained resolution that fits the range.',
  sort: 'Sort field.',
  direction: 'Default `desc`.',
  limit: 'Page size; default 50.',
  cursor:
    'Cursor of a previous response, with the same endpoint, filters, range, sort and direction. Valid for 24 hours.',
  kind: 'Selects one transaction when two kinds share a name.',
  baseline: 'Version to compare with; differs from `candidate`.',
  candidate: 'Version to evaluate.',
};

/** What these are as integers; some routes take days or texts instead. */
export const MOMENT_TEXTS: Record<string, string> = {
  from: 'Start of the range, microseconds since the epoch. Default: 24 hours before `to`.',
  to: 'End of the range, microseconds since the epoch. Default: now.',
};
