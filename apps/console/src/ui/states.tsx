/** What stands where an answer would: waiting, a failure, a missing permission, nothing. Each says what to do next. */
import type { ReactNode } from 'react';
import { useT, type Key } from '../i18n/i18n.js';
import { ApiError } from '../lib/api.js';
import type { Problem } from '../lib/search.js';

export function Skeleton({ height }: { height: number }) {
  const t = useT();
  return <div className="skeleton" style={{ height }} role="status" aria-label={t('loading')} />;
}

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

function faultOf(error: unknown): { title: Key; next: Key } {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 0) return { title: 'unreachable', next: 'unreachableNext' };
  if (status === 403) return { title: 'forbidden', next: 'forbiddenNext' };
  if (status === 404) return { title: 'notFound', next: 'notFoundNext' };
  if (status === 402) return { title: 'paused', next: 'pausedNext' };
  if (status === 429) return { title: 'tooMany', next: 'unavailableNext' };
  if (status === 503) return { title: 'unavailable', next: 'unavailableNext' };
  return { title: 'failed', next: 'failedNext' };
}

export function Fault({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useT();
  const { title, next } = faultOf(error);
  const refusal = error instanceof ApiError ? error : undefined;
  const reason = [refusal?.message, t(next)].filter((one) => one !== undefined && one !== '').join(' ');
  return (
    <div className="panel" role="alert">
      <Empty
        title={t(title)}
        action={
          <button className="button" type="button" onClick={retry}>
            {t('retry')}
          </button>
        }
      >
        {reason}
        {refusal?.requestId !== undefined && (
          <>
            {' '}
            <code>{t('requestId', { id: refusal.requestId })}</code>
          </>
        )}
      </Empty>
    </div>
  );
}

/** What of a URL was not followed. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  if (problems.length === 0) return null;
  return (
    <div className="notice warn" role="status" data-problems={problems.length}>
      <div>
        {t('urlProblems')}{' '}
        {problems.map(({ member, value }) => (
          <code key={member}>
            {member}={value.length > 60 ? `${value.slice(0, 60)}…` : value}{' '}
          </code>
        ))}
      </div>
    </div>
  );
}

export interface Asked<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** What was there stays until the new is there; a failure stands above it. */
export function Answered<T>({
  of,
  height,
  children,
}: {
  of: Asked<T>;
  height: number;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = of;
  return (
    <>
      {error !== null && error !== undefined && <Fault error={error} retry={() => void refetch()} />}
      {data !== undefined ? children(data) : error ? null : <Skeleton height={height} />}
    </>
  );
}
