/** Whether the count of the input agrees with the reference answers, which were made from the source by others. */
import type { Fact } from './facts.js';
import type { Reference } from './input.js';
import type { Tallies } from './campaign.js';
import type { Tally } from './tally.js';

export function referenceFacts({ traces, logs }: Tallies, reference: Reference): Fact[] {
  const facts = [
    agrees('spans', traces.count, reference.spans),
    agrees('traces', traces.distinct.trace_id?.size, reference.traces),
    agrees('error spans', traces.by.status?.ERROR ?? 0, reference.errorSpans),
    agrees('spans by kind', texts(traces.by.kind), texts(reference.kinds)),
    agrees('spans by service', texts(traces.by.service), texts(reference.spansPerService)),
    agrees('exceptions by service and type', texts(traces.by.exception), texts(reference.exceptions)),
  ];
  if (reference.logs !== undefined)
    facts.push(
      agrees(
        'log records by service and severity',
        texts(ofKnownSeverity(logs, reference.logs)),
        texts(reference.logs),
      ),
    );
  return facts;
}

/** The answers count all warnings and errors, and nothing below. */
function ofKnownSeverity({ by }: Tally, answers: Record<string, number>): Record<string, number> {
  const severityOf = (key: string) => key.split(' | ')[1];
  const known = new Set(Object.keys(answers).map(severityOf));
  return Object.fromEntries(Object.entries(by.severity ?? {}).filter(([key]) => known.has(severityOf(key))));
}

function agrees(what: string, counted: unknown, answer: unknown): Fact {
  const named = `the count of the input and the reference answers: ${what}`;
  return String(counted) === String(answer)
    ? { what: named }
    : { what: named, fault: `counted ${String(counted)}, the answers say ${String(answer)}` };
}

const texts = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .toSorted()
    .join(', ');
