/** What an error group can be identified by, and the rule that did. */

/** What is known of one failed request. */
export interface Evidence {
  /** The client's own name of the group, `''` without one. */
  custom: string;
  errorType: string;
  message: string;
  /** The message as kept in samples. */
  cleanMessage: string;
  stack: StackEvidence;
  transaction: string;
  /** An exception or `error.type` says more than a status code does. */
  hasType: boolean;
}

/** What a stack says; the same for every occurrence with the same text. */
export interface StackEvidence {
  /** The frames that count, outermost exception first, innermost call first; none without a stack that can be read. */
  frames: string[];
  /** Types of the causes. */
  causes: string[];
  /** The same by the former algorithms. */
  g1Frames: string[];
  g1Causes: string[];
  g2Frames: string[];
  g2Causes: string[];
  g3Frames: string[];
  g3Causes: string[];
  /** The first frame of the application's own code. */
  shownFrame: string;
  /** As kept in samples. */
  lines: string[];
}

export type GroupingRule = 'custom' | 'stack' | 'message' | 'type' | 'status';

/** Why an error is in its group (APM-13): what the fingerprint was made from beside the service. */
export interface Grouping {
  rule: GroupingRule;
  /** The type of the error, then the types of its causes. */
  types: string[];
  /** Rule `stack`: the frames that count. */
  frames: string[];
  /** Rule `custom`: the client's name. Rule `message`: the message without what varies. Rule `type`: the transaction. */
  value: string;
}

/** A rule begins with its own name and lists with their length: two groupings never give the same parts. */
export const groupingParts = ({ rule, types, frames, value }: Grouping): string[] =>
  rule === 'custom' ? [rule, value] : [rule, `${types.length}`, ...types, `${frames.length}`, ...frames, value];
