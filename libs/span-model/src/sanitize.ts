/** Secrets and personal data that telemetry carries by accident are removed before anything of a sample is stored. */

/** A pattern that begins with a repeated class is bounded or kept from starting inside such a run: both would be quadratic. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)[^\s/@:]+:[^\s/@]+@/gi, '$1[REDACTED]@'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [REDACTED]'],
  [/eyJ[A-Za-z0-9_-]{8,1024}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, '[REDACTED]'],
  [/\b(sw|ghp|gho|sk|pk|xox[abp])[_-][A-Za-z0-9_-]{16,}/g, '[REDACTED]'],
  [
    /\b(password|passwd|pwd|secret|token|api[_-]?key|authorization)(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&)}\]]+)/gi,
    '$1$2[REDACTED]',
  ],
  [/(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,24}/g, '[EMAIL]'],
  [/\b\d(?:[ -]?\d){12,15}\b/g, '[NUMBER]'],
];

export function sanitize(text: string): string {
  return REPLACEMENTS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}
