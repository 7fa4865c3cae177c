import type { Access } from '@spanwise/contracts/authz/iam-context';
import type { DescribedOperation } from './operation.js';

/** Bodies that are not JSON of ours: media type and what it is. */
export interface RawBody {
  required: boolean;
  contents: Record<string, string>;
}

/** A route that is no method of a controller: registered and described by one value. */
export interface RawRoute extends Omit<DescribedOperation, 'body'> {
  method: 'get' | 'post';
  route: string;
  id: string;
  access: Access | 'any-context' | 'public';
  /** 200 unless it is said. */
  status?: number;
  headers?: Record<string, string>;
  rawBody?: RawBody;
  rawAnswer?: RawBody;
}
