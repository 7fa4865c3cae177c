/** What the console's page is answered for, and with which headers. Pure. */

/** Scripts, styles and answers of this origin alone; nothing may stand around the page, and it sends no form. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Paths of the console's screens (apps/console/src/router.tsx). */
export const SCREENS: string[] = [
  '/',
  'signin',
  'services',
  'services/:name',
  'transactions/:name',
  'compare',
  'dependencies',
  'map',
  'errors',
  'errors/:name',
  'traces',
  'traces/:name',
  'data',
  'alerts',
  'alerts/:name',
  'alerts/incidents/:name',
  'alerts/rules/:name',
];

const PATTERNS = SCREENS.slice(1).map((path) => new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}$`));
/** What programs ask for: whatever the header says, the answer is not a page. */
const OF_PROGRAMS = /^\/(?:api|v1|s|docs|assets|\.well-known)(?:\/|$)/;

export type UnknownPath = { redirect: string } | 'not_found' | undefined;

/**
 * What a browser is answered for a GET of a path that no route has: the screen without the slash at its end, else the console,
 * which says that there is no such page. Undefined where the answer is JSON. `url` is a path with its query.
 */
export function unknownPath(url: string, accept: string | undefined): UnknownPath {
  const [path] = url.split('?', 1);
  if (!accept?.includes('text/html') || OF_PROGRAMS.test(path!)) return undefined;
  let end = path!.length;
  while (path![end - 1] === '/') end--;
  const bare = path!.slice(0, end);
  // Of a known screen alone: `//host/` would lead to another host.
  const isScreen = bare !== path && PATTERNS.some((pattern) => pattern.test(bare));
  return isScreen ? { redirect: bare + url.slice(path!.length) } : 'not_found';
}
