/** What is wrong with an answer to any request. Pure. */
import type { Request } from './request.js';

export interface Answer {
  /** 0: the connection was broken off, or nothing came in time. */
  status: number;
  text: string;
  tookMs: number;
  retryAfter: string | null;
}

export interface Forbidden {
  /** Folders of the server. */
  paths: readonly string[];
  /** In every name of another organization. */
  marks: readonly string[];
}

/** Longest times of answers. A statement has its own limit of time, and may wait for its turn before it. */
export const BOUNDS_MS: Readonly<Record<Request['kind'], number>> = {
  telemetry: 10_000,
  call: 10_000,
  statement: 45_000,
};

/** A frame of the product's own code, or a member that a stack is in. */
const STACK = /node:internal|file:\/\/\/|\/dist\/[\w/.-]+\.js|"stack":"/;
const MAX_SHOWN = 160;

/** Sentences, none when the answer is as it should be. */
export function answerFaults(request: Request, answer: Answer, forbidden: Forbidden, patience = 1): string[] {
  const { status, text, tookMs, retryAfter } = answer;
  const faults: string[] = [];
  const bound = BOUNDS_MS[request.kind] * patience;
  if (status === 0) faults.push(`no answer (${text}) after ${tookMs.toFixed(0)} ms`);
  else if (tookMs > bound) faults.push(`an answer after ${tookMs.toFixed(0)} ms, more than ${bound.toFixed(0)}`);
  if (status >= 500 && !(status === 503 && retryAfter !== null)) faults.push(`answered ${status}: ${shown(text)}`);
  const unsaid = withoutSent(text, request);
  const stack = STACK.exec(unsaid);
  if (stack !== null) faults.push(`a stack in the answer: ${around(unsaid, stack.index)}`);
  for (const path of forbidden.paths)
    if (unsaid.includes(path))
      faults.push(`a path of the server in the answer: ${around(unsaid, unsaid.indexOf(path))}`);
  for (const mark of forbidden.marks)
    if (text.includes(mark)) faults.push(`a foreign row: ${around(text, text.indexOf(mark))}`);
  return faults;
}

/** An echo of what was sent says nothing of the server. */
function withoutSent(text: string, { body, path }: Request): string {
  const sent = typeof body === 'string' ? body : '';
  if (!STACK.test(sent) && !STACK.test(path)) return text;
  return text.replaceAll(new RegExp(STACK.source, 'g'), '');
}

const shown = (text: string) => text.slice(0, MAX_SHOWN);
const around = (text: string, at: number) => text.slice(Math.max(0, at - 60), at + 100);
