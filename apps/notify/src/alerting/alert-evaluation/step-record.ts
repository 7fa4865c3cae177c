/** What is stored of an evaluated step: JSON, compressed. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { cutText } from '@spanwise/contracts/base/cut-text';
import type { EvaluatedSpec } from './evaluated-spec.js';

/** As `alert_evaluations.verdicts` holds it. */
export interface RecordedVerdicts {
  rule_id: string;
  version: number;
  refused?: number;
  instances: RecordedInstance[];
}

export interface RecordedInstance {
  labels: Record<string, string>;
  verdict: string;
  reason?: string;
  value: number | null;
  state: string;
  /** Kinds of the transitions of this step; left out where there was none. */
  transitions?: string[];
}

export const packed = (value: unknown): Buffer => gzipSync(JSON.stringify(value), { level: 1 });

export const unpackedVerdicts = (bytes: Buffer): RecordedVerdicts[] =>
  JSON.parse(gunzipSync(bytes).toString()) as RecordedVerdicts[];

export const recordOf = (evaluated: readonly EvaluatedSpec[]): RecordedVerdicts[] =>
  evaluated.map(({ rule, instances, refused }) => ({
    rule_id: rule.id,
    version: rule.version,
    ...(refused > 0 && { refused }),
    instances: instances.map(({ labels, verdict, after, transitions, measured }) => ({
      labels: { ...labels },
      verdict: verdict.kind,
      ...('reason' in verdict && { reason: cutText(verdict.reason, 256) }),
      value: measured?.value ?? null,
      state: after?.state ?? 'normal',
      ...(transitions.length > 0 && { transitions: transitions.map(({ kind }) => kind) }),
    })),
  }));
