/** What the address of the screen says, which its parts read too. */
import { oneOf, text } from '../../lib/search.js';
import type { ScreenSearch } from '../../ui/use-search.js';

export interface DataState {
  environment: string;
  /** Whether the range is counted again from what is stored. */
  recount: '' | 'yes';
}

export const DATA_FIELDS = { environment: text(), recount: oneOf(['', 'yes'] as const) };

export type DataSearch = ScreenSearch<DataState>;
