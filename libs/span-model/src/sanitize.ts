/**
 * Secrets and personal data that telemetry carries by accident are removed before anything of a sample is stored
 * (APM-14), and so is what names one request, one user or one machine: a sample is shown to every user who may see errors.
 */

/** The third part is a text without which the pattern cannot match: looking for it costs nearly nothing. */
type Replacement = readonly [pattern: RegExp, by: string, needs?: string];

/**
 * The order matters: what has a name before what has only a form. A pattern that begins with a repeated class is bounded or
 * kept from starting inside such a run: both would be quadratic.
 */
const REPLACEMENTS: readonly Replacement[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}-----)?/g, '[REDACTED]', '-----BEGIN '],
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)[^\s/@:]+:[^\s/@]+@/gi, '$1[REDACTED]@', '://'],
  [/(:\/\/hooks\.[a-z0-9.-]{1,100}\/)[^\s"'<>]+/gi, '$1[REDACTED]'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [REDACTED]'],
  [/eyJ[A-Za-z0-9_-]{8,1024}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, '[REDACTED]'],
  [/\b(sw|gh[oprsu]|github_pat|glpat|npm|sk|pk|rk|xox[abeprs]|hf|dop_v1)[_-][A-Za-z0-9_-]{16,}/g, '[REDACTED]'],
  [
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{35}|\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g,
    '[REDACTED]',
  ],
  [/\b((?:set-)?cookie)(["']?\s*[=:]\s*)[^\r\n]+/gi, '$1$2[REDACTED]'],
  [
    /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|authorization|session[_-]?id|signature|credential)s?)(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&)}\]]+)/gi,
    '$1$2[REDACTED]',
  ],
  [/(?<=[\w/.-])\?[\w.~%[\]-]+=[^\s"'<>()]*/g, '?[QUERY]', '?'],
  [/(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,24}/g, '[EMAIL]', '@'],
  [/(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi, '[UUID]', '-'],
  [/(?<![0-9a-z])(?=[a-f]*\d)[0-9a-f]{24,}(?![0-9a-z])/gi, '[HEX]'],
  [/(?<![\w.]|version[=: ])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)/gi, '[IP]'],
  [
    /(?<![\w:])(?=[0-9a-f:]{0,39}\d)(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|::(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})(?![\w:])/gi,
    '[IP]',
  ],
  [/\b\d(?:[ -]?\d){12,15}\b/g, '[NUMBER]'],
];

export function sanitize(text: string): string {
  return REPLACEMENTS.reduce(
    (clean, [pattern, by, needs]) =>
      needs === undefined || clean.includes(needs) ? clean.replace(pattern, by) : clean,
    text,
  );
}
