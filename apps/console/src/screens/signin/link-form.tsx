import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import type { MailedLink } from '../../lib/mailed-link.js';
import { EntryForm, type Entered } from './entry-form.js';

/** An invitation, a new password, or the confirmation of an address: the secret goes into a body alone. */
export function LinkForm({ link: { kind, token }, done }: { link: MailedLink; done: (text: string) => void }) {
  const t = useT();
  const accept = async ({ display_name: name, new_password: password }: Entered) => {
    const body = { token, ...(name !== '' && { display_name: name }), ...(password !== '' && { password }) };
    const joined = await answerOf(api.POST('/api/v1/invitations/accept', { body }));
    done(t('joined', { organization: joined.org_name, email: joined.email }));
  };
  const reset = async ({ new_password: password }: Entered) => {
    await answerOf(api.POST('/api/v1/auth/reset-password', { body: { token, password } }));
    done(t('passwordSet'));
  };
  const verify = async ({ password }: Entered) => {
    const { status } = await answerOf(api.POST('/api/v1/auth/verify-email', { body: { token, password } }));
    done(t(status === 'active' ? 'confirmed' : 'confirmedPending'));
  };
  if (kind === 'invitation_token')
    return (
      <>
        <h1>{t('invitation')}</h1>
        <p className="soft">{t('invitationWhat')}</p>
        <EntryForm
          fields={['display_name', 'new_password']}
          optional={['display_name', 'new_password']}
          button={t('join')}
          send={accept}
        />
      </>
    );
  if (kind === 'reset_token')
    return (
      <>
        <h1>{t('chooseNewPassword')}</h1>
        <EntryForm fields={['new_password']} button={t('setPassword')} send={reset} />
      </>
    );
  return (
    <>
      <h1>{t('confirmAddress')}</h1>
      <p className="soft">{t('confirmWhat')}</p>
      <EntryForm fields={['password']} button={t('confirm')} send={verify} />
    </>
  );
}
