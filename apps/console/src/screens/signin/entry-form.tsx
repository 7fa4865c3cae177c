import { useState } from 'react';
import { useT, type Key, type Translate } from '../../i18n/i18n.js';
import { ApiError } from '../../lib/api.js';

type FieldName = 'email' | 'password' | 'display_name' | 'new_password';
export type Entered = Record<FieldName, string>;

const FIELDS: Record<FieldName, { label: Key; type: string; complete: string }> = {
  email: { label: 'email', type: 'email', complete: 'username' },
  password: { label: 'password', type: 'password', complete: 'current-password' },
  new_password: { label: 'newPassword', type: 'password', complete: 'new-password' },
  display_name: { label: 'displayName', type: 'text', complete: 'name' },
};

interface EntryFormProps {
  fields: readonly FieldName[];
  /** Those that may be left empty. */
  optional?: readonly FieldName[];
  button: string;
  send: (entered: Entered) => Promise<void>;
}

export function EntryForm({ fields, optional = [], button, send }: EntryFormProps) {
  const t = useT();
  const [entered, setEntered] = useState<Entered>({ email: '', password: '', display_name: '', new_password: '' });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    send(entered)
      .catch((error: unknown) => setFault(textOf(error, t)))
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      {fields.map((name) => {
        const { label, type, complete } = FIELDS[name];
        return (
          <label className="field" key={name}>
            <span>{t(label)}</span>
            <input
              className="input"
              name={name}
              type={type}
              autoComplete={complete}
              required={!optional.includes(name)}
              value={entered[name]}
              onChange={({ target }) => setEntered({ ...entered, [name]: target.value })}
            />
          </label>
        );
      })}
      {fault !== '' && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
      <button className="button primary" type="submit" disabled={busy}>
        {button}
      </button>
    </form>
  );
}

function textOf(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.status === 401) return t('wrongPassword');
  return error instanceof ApiError && error.message !== '' ? error.message : t('unreachableNext');
}
