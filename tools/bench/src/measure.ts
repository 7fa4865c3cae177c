import { readFileSync } from 'node:fs';

/** Nearest rank. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process and of those it started, which PostgreSQL's sessions are. */
export function cpuSeconds(pid: number): number {
  const own = ticksOf(pid);
  const children = childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child) * TICKS_PER_SECOND, 0);
  return (own + children) / TICKS_PER_SECOND;
}

export function residentMiB(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1_024;
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, and those of children that have ended.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export interface Row {
  figure: string;
  product: string;
  limit: string;
  ratio: string;
  target: string;
}

export function table(rows: readonly Row[]): string {
  const all: Row[] = [
    { figure: 'figure', product: 'product', limit: 'limit in this run', ratio: 'ratio', target: 'target' },
    ...rows,
  ];
  const width = (member: keyof Row) => Math.max(...all.map((row) => row[member].length));
  const widths = {
    figure: width('figure'),
    product: width('product'),
    limit: width('limit'),
    ratio: width('ratio'),
    target: width('target'),
  };
  return all
    .map((row) =>
      (Object.keys(widths) as (keyof Row)[])
        .map((member) => row[member].padEnd(widths[member]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
