/** Files of one stack as they identify a group: without host, place of installation, version and build. */
import { cutTail } from '../cut-tail.js';

const KEPT_SEGMENTS = 3;
const LIBRARY_FOLDER = /^.*\/(node_modules|site-packages|dist-packages|gems|vendor|pkg\/mod)\//;
const ORIGIN = /^[\w+-]{2,20}:\/\/\/?[^/]*(?=\/)/;
const WEBPACK = /^(?:webpack|webpack-internal|ng|turbopack|vite):\/\/\/?/;
/** A folder that is only a version, a release time, a commit or a release's id. */
const RELEASE =
  /^(?:v?\d[\d._-]*(?:-?(?:rc|beta|alpha|snapshot)[\d.-]*)?|(?=[a-f]*\d)[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:release|build|version|rev|deploy|slot)[-_]\d[\w.-]*)$/i;
/** `rack-3.0.1`, `express@4.18.2`, `actionpack (5.1.4)`. */
const PACKAGE_VERSION = /(?:[-@]v?\d+(?:\.\d+)+[\w.+-]*| \(\d[\w.]*\))/;
const SCRIPT = /\.(?:[cm]?jsx?|tsx?|wasm|css|vue)$/;
/** A compiled template: nothing but a hash before the extension. */
const HASH_NAME = /^(?=[a-f]*\d)[0-9a-f]{8,64}(?=\.\w+$)/;
/** Folders below `_next/static` that Next names itself; what stands there besides is the id of a build. */
const NEXT_FOLDER = /^(?:chunks|css|media|development|runtime|webpack|image|images|pages|app|[\w.-]+\.\w{2,4})$/;

const HEX_HASH = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,64}$|^[0-9a-f]{8,64}$/;
/** Eight characters as bundlers write them: of both cases or with digits among them. */
const SHORT_HASH = /^[\w-]{8}$/;
/** `Settings`, `MyHelper`, `version2`: an uppercase letter begins a word, digits end one. */
const WORDS = /^(?:[A-Z]?[a-z]{1,7})(?:[A-Z][a-z]{1,6})?\d{0,2}$/;
/** Longer ones: upper case, lower case and digits. */
const LONG_HASH = /^(?=[a-z\d_]*[A-Z])(?=[A-Z\d_]*[a-z])(?=[A-Za-z_]*\d)\w{10,40}$/;

/** For every path its last three folders and its name at most, with `/` between; `''` for `''`. */
export function sourceFiles(paths: readonly string[]): string[] {
  const files = paths.map(segmentsOf);
  const root = commonFolders(
    files.filter(({ own, segments }) => own && segments.length > 0).map((file) => file.segments),
  );
  return files.map(({ own, segments }) =>
    segments
      .slice(own ? (root ?? rootLength(segments)) : 0)
      .slice(-KEPT_SEGMENTS)
      .join('/'),
  );
}

interface SourceFile {
  /** Not of a library, whose own folders show where it was installed. */
  own: boolean;
  segments: string[];
}

function segmentsOf(path: string): SourceFile {
  const local = cutTail(path.replaceAll('\\', '/').replace(WEBPACK, '//webpack/').replace(ORIGIN, ''), /[?#]/);
  const library = LIBRARY_FOLDER.test(local);
  const all = local
    .replace(LIBRARY_FOLDER, '$1/')
    .replace(/^\/\/webpack\/[^/]*\//, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && !/^[A-Za-z]:$|^\([\w-]+\)$/.test(segment));
  const next = all.findIndex((segment, index) => segment === '_next' && all[index + 1] === 'static') + 2;
  const named = all.filter((segment, at) => !(next > 1 && at === next && !NEXT_FOLDER.test(segment)));
  return {
    own: !library,
    segments: named
      .filter((segment, at) => at === named.length - 1 || !RELEASE.test(segment))
      .map((segment) => withoutBuild(segment.replace(PACKAGE_VERSION, ''))),
  };
}

/** Of `main.4f3a2b1c.chunk.js` `main.chunk.js`, of `application-<64 digits>.js` `application.js`. */
function withoutBuild(segment: string): string {
  if (!SCRIPT.test(segment)) return segment.replace(HASH_NAME, 'n');
  const [name, ...rest] = segment.split('.');
  const kept = rest.slice(0, -1).flatMap((part) => (isHash(part) ? [] : [withoutHash(part)]));
  const begin = isHash(name!) && !/^[a-z]+$/i.test(name!) ? 'n' : withoutHash(name!);
  return [begin, ...kept, rest.at(-1)!].join('.');
}

/** A hash behind the last `-`, `_` or `~`, or the eight characters behind any `-`, for they may hold one. */
function withoutHash(name: string): string {
  if (/[-.]/.test(name.at(-9) ?? '') && isHash(name.slice(-8))) return name.slice(0, -9);
  const cut = Math.max(name.lastIndexOf('-'), name.lastIndexOf('_'), name.lastIndexOf('~'));
  return cut > 0 && (HEX_HASH.test(name.slice(cut + 1)) || LONG_HASH.test(name.slice(cut + 1)))
    ? name.slice(0, cut)
    : name;
}

const isHash = (text: string): boolean =>
  HEX_HASH.test(text) ||
  LONG_HASH.test(text) ||
  (SHORT_HASH.test(text) && /[A-Z\d]/.test(text) && !WORDS.test(text) && !/^[a-z]+[-_][a-z]+\d*$/.test(text));

/** How many folders all the files have in common, where they lie in more than one folder. */
function commonFolders(files: readonly string[][]): number | undefined {
  const folders = files.map((segments) => segments.slice(0, -1));
  if (new Set(folders.map((folder) => folder.join('/'))).size < 2) return undefined;
  const shortest = Math.min(...folders.map((folder) => folder.length));
  const differs = Array.from({ length: shortest }, (_, at) => at).find((at) =>
    folders.some((folder) => folder[at] !== folders[0]![at]),
  );
  return differs ?? shortest;
}

/** Folders that images, servers and providers install into, and how many stand before the sources of one program. */
const INSTALLED: ReadonlyMap<string, number> = new Map([
  ...['app', 'code', 'workspace', 'root'].map((name) => [name, 1] as const),
  ...['srv', 'opt', 'apps', 'deploy', 'workspaces', 'tmp', 'usr/app', 'var/task'].map((name) => [name, 2] as const),
  ...['home', 'Users', 'inetpub', 'usr/src', 'usr/local', 'var/www', 'var/lib'].map((name) => [name, 3] as const),
]);
/** What `capistrano` and web servers put in between. */
const INNER_FOLDER = /^(?:current|releases|html|htdocs|httpdocs|public_html|wwwroot)$/;

function rootLength(segments: readonly string[]): number {
  const installed = INSTALLED.get(segments.slice(0, 2).join('/')) ?? INSTALLED.get(segments[0]!) ?? 0;
  let length = Math.min(installed, segments.length - 1);
  while (length > 0 && length < segments.length - 1 && INNER_FOLDER.test(segments[length]!)) length++;
  return Math.max(length, 0);
}
