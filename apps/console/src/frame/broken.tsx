import { useT } from '../i18n/i18n.js';
import { Empty } from '../ui/states.js';

/** A screen that failed by itself; what it was about is in its address, so loading it again loses nothing. */
export function Broken() {
  const t = useT();
  return (
    <div className="panel" role="alert">
      <Empty
        title={t('broken')}
        action={
          <button className="button" type="button" onClick={() => globalThis.location.reload()}>
            {t('reload')}
          </button>
        }
      >
        {t('brokenNext')}
      </Empty>
    </div>
  );
}
