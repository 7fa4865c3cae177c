/** The answer of a step: as much as one message holds, and its digest; pure. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import type { Measured, MeasuredSpec } from '@spanwise/contracts/alerting/measure';

/** A reader of messages takes 4 MiB. */
const MAX_SPECS_BYTES = 3 * 1024 * 1024;

/** Specs beyond the size of a message are named: the caller asks for them again. One of its own is cut to what fits. */
export function specsAnswer(measured: readonly MeasuredSpec[]): Pick<Measured, 'specs' | 'digest' | 'unanswered'> {
  const specs: MeasuredSpec[] = [];
  const unanswered: string[] = [];
  const texts: [id: string, text: string][] = [];
  let bytes = 0;
  for (const one of measured) {
    const [spec, text] = fitting(one);
    bytes += Buffer.byteLength(text);
    if (unanswered.length > 0 || bytes > MAX_SPECS_BYTES) {
      unanswered.push(spec.id);
      continue;
    }
    specs.push(spec);
    texts.push([spec.id, text]);
  }
  const inOrder = texts.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  const digest = createHash('sha256')
    .update(`[${inOrder.join(',')}]`)
    .digest('hex');
  return { specs, digest, ...(unanswered.length > 0 && { unanswered }) };
}

function fitting(spec: MeasuredSpec): [MeasuredSpec, string] {
  const text = canonicalJson(spec);
  if (Buffer.byteLength(text) <= MAX_SPECS_BYTES) return [spec, text];
  const kept = Math.floor(spec.instances.length / 2);
  const refused = (spec.refused ?? 0) + spec.instances.length - kept;
  return fitting({ ...spec, instances: spec.instances.slice(0, kept), refused });
}
