import type { Attributes } from '../../routing/policies/matchers.js';

export interface SourceEvent {
  event_id: string;
  event_type: string;
  occurred_at_micros: number;
  attributes: Attributes;
}
