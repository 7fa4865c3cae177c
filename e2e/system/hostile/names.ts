/** Names given to a service, a view or a role to harm those who read them. Pure. */
import type { Random } from '@spanwise/telemetry/random';

/** `mark` says whose name it is; a name that is only harmful as it stands goes without. */
const SORTS: readonly ((mark: string, random: Random) => string)[] = [
  (mark) => `${mark}\u0000end`,
  (mark) => `${mark}\u0001\u0007\u001b[31m\u007f`,
  (mark) => `${mark}\r\nset-cookie: a=b`,
  (mark) => `${mark}\t\u0085\u2028\u2029`,
  (mark) => `\u202e${mark}\u202c gnp.exe`,
  (mark) => `\u200f${mark}\u200b\u200d\ufeff`,
  (mark) => `${mark} \u0430dmin`,
  (mark) => `${mark} \uff41\uff44\uff4d\uff49\uff4e`,
  (mark) => `${mark}e\u0301\u0301\u0301\u0301`,
  (mark) => `${mark}\ud800`,
  (mark) => `${mark}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}`,
  (mark) => `${mark}\u0130\u00df\ufb03`,
  (mark) => `${mark}'; drop table iam.users; --`,
  (mark) => `${mark}" or "1"="1`,
  (mark) => `${mark}%_\\`,
  (mark) => `${mark}$1 \${jndi:ldap://x} {{7*7}} %s %n`,
  (mark) => `<script>alert("${mark}")</script>`,
  (mark) => `"><img src=x onerror=${mark}>`,
  (mark) => `=cmd|'/c calc'!A1 ${mark}`,
  (mark) => `@SUM(1+1) ${mark}`,
  (mark) => `+${mark}`,
  (mark) => `-${mark}","=1+1`,
  (mark) => `../../${mark}/%2e%2e%2f`,
  (mark) => `${mark}/a?b=c#d&e=%00`,
  (mark) => `(${mark}+)+$`,
  (mark) => `{"${mark}":[`,
  (mark) => `${mark}.__proto__`,
  (mark, random) => mark + random.pick(['x', '\u00e4', '\u{1f468}', ' ', '/', '(']).repeat(65_536),
  (mark, random) => mark + random.pick(['x', '\u0301', '\u202e']).repeat(random.int(100, 250)),
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => 'hasOwnProperty',
  () => 'null',
  () => 'undefined',
  () => 'NaN',
  () => '1e309',
  () => '',
  () => ' ',
  () => '.',
  () => '..',
];

/** `count` names of the organization with this mark: every sort before any comes again, with a number then. */
export function hostileNames(random: Random, mark: string, count: number): string[] {
  const names: string[] = [];
  for (let round = 0; names.length < count; round++) {
    const sorts = random.shuffle([...SORTS]);
    names.push(...sorts.map((sort) => sort(round === 0 ? mark : `${mark}n${round}`, random)));
  }
  return names.slice(0, count);
}

/** What no other organization's people may ever read. */
export const markOf = (random: Random, at: number): string => `hz${random.hex(4)}o${at}z`;
