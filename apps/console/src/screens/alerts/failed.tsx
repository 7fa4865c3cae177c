import { useT, type Translate } from '../../i18n/i18n.js';
import { ApiError } from '../../lib/api.js';

/** Why an action failed. */
export function Failed({ error }: { error: unknown }) {
  const t = useT();
  return (
    <p className="notice bad" role="alert">
      {t('actFailed', { reason: reasonOf(error, t) })}
    </p>
  );
}

function reasonOf(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('unreachable');
  return error.status === 403 ? t('actNotAllowed') : error.message || t('failed');
}
