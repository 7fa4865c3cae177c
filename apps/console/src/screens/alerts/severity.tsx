import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';

/** By its word, its form and its colour. */
export function Severity({ of }: { of: Schemas['Severity'] }) {
  const t = useT();
  return <span className={`state ${of}`}>{t(`severity_${of}`)}</span>;
}
