/**
 * What a user needs next, on one screen. Of tokens it names the files: screens are kept in logs and shown to others.
 * @param {{ baseUrl: string, email: string, generatedPassword: string | undefined, tokens: Record<string, string | undefined>,
 *   intakeTokenFile: string, viewerTokenFile: string, logSync: string, otlpGrpcPort: number, moved: boolean }} facts
 */
export function readyScreen(facts) {
  const lines = ['', `Spanwise is ready: ${facts.baseUrl}`];
  if (facts.moved) lines.push('  (port 8080 was taken, so the next free ports are used)');
  lines.push('', `Sign in as ${facts.email}`);
  if (facts.generatedPassword !== undefined) {
    lines.push(`  password: ${facts.generatedPassword}`, '  It is shown this once and stored nowhere.');
  }
  if (facts.tokens.viewer !== undefined) {
    lines.push(
      '',
      'First look:',
      `  curl -s -H "Authorization: Bearer $(cat '${facts.viewerTokenFile}')" '${facts.baseUrl}/api/v1/apm/overview'`,
    );
  }
  if (facts.tokens.intake !== undefined) {
    lines.push(
      '',
      'Send spans with any OpenTelemetry SDK:',
      `  export OTEL_EXPORTER_OTLP_ENDPOINT=${facts.baseUrl}`,
      `  export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20$(cat '${facts.intakeTokenFile}')"`,
    );
    if (facts.otlpGrpcPort > 0) lines.push(`  (OTLP over gRPC: http://127.0.0.1:${facts.otlpGrpcPort})`);
  } else {
    lines.push(
      '',
      'The intake token of this data folder no longer works. Sign in and make one with',
      `  POST ${facts.baseUrl}/api/v1/auth/tokens {"name": "intake", "role_key": "ingest"}`,
      '  (a lost password is reset by `npm run admin -- reset-password <email>`)',
    );
  }
  if (facts.logSync !== 'always') {
    lines.push(
      '',
      'The NATS server in use writes its log to the disk at intervals: a killed process loses nothing, a power cut may.',
    );
  }
  return `${lines.join('\n')}\n`;
}
