import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useT } from '../i18n/i18n.js';

/** Text to copy, whole. */
export function Command({ text, label }: { text: string; label: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <div className="command">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <Button className="button" onPress={copy}>
        {copied ? t('copied') : t('copy')}
      </Button>
    </div>
  );
}
