import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.js';
import { Empty } from '../ui/states.js';

export function NotFound() {
  const t = useT();
  return (
    <Empty title={t('noScreen')} action={<Link to="/">{t('toOverview')}</Link>}>
      {t('noScreenNext')}
    </Empty>
  );
}
