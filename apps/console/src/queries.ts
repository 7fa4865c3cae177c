import { keepPreviousData, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './lib/api.js';

const FRESH_MS = 30_000;
const RETRIES = 2;

/** What a session that has ended leads to; the router sets it. */
export const ended: { go: () => void } = { go: () => undefined };

const mayPass = (error: unknown): boolean => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) ended.go();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      retry: (failures, error) => failures < RETRIES && mayPass(error),
    },
  },
});
