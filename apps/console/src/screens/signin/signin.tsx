/** Signing in, with the choice of an organization, and what mailed links lead to. */
import './signin.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { mailedLink, safeNext, type MailedLink } from '../../lib/mailed-link.js';
import { useRawSearch } from '../../ui/use-search.js';
import { EntryForm, type Entered } from './entry-form.js';
import { LinkForm } from './link-form.js';

type Step = 'signin' | 'forgot' | 'link' | 'organization';

/** The secret leaves the address bar and the history before anything else happens. */
function takeLink(): MailedLink | undefined {
  const link = mailedLink(location.hash);
  if (location.hash !== '') history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return link;
}
const link = takeLink();

export function SignIn() {
  const t = useT();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { next } = useRawSearch();
  const [step, setStep] = useState<Step>(link === undefined ? 'signin' : 'link');
  const [said, setSaid] = useState('');
  const [choices, setChoices] = useState<Schemas['OrgView'][]>([]);
  const enter = async () => {
    queries.clear();
    await navigate({ href: safeNext(next) });
  };
  const signIn = async ({ email, password }: Entered) => {
    await answerOf(api.POST('/api/v1/auth/session', { body: { email, password } }));
    const organizations = await answerOf(api.GET('/api/v1/orgs'));
    const open = organizations.filter(({ disabled }) => !disabled);
    if (open.length < 2) return enter();
    setChoices(open);
    setStep('organization');
  };
  const choose = async (id: string) => {
    await answerOf(api.POST('/api/v1/auth/session/organization', { body: { id } }));
    await enter();
  };
  const forgot = async ({ email }: Entered) => {
    await answerOf(api.POST('/api/v1/auth/forgot-password', { body: { email } }));
    setSaid(t('linkOnItsWay'));
    setStep('signin');
  };
  const done = (text: string) => {
    setSaid(text);
    setStep('signin');
  };
  return (
    <div className="entry">
      <main>
        <div className="brand">
          <img src={new URL('../../ui/mark.svg', import.meta.url).href} width={22} height={22} alt="" />
          Spanwise
        </div>
        {said !== '' && step !== 'organization' && (
          <p className="notice" role="status">
            {said}
          </p>
        )}
        {step === 'signin' && (
          <>
            <h1>{t('signIn')}</h1>
            <EntryForm key="signin" fields={['email', 'password']} button={t('signIn')} send={signIn} />
            <div className="more">
              <button className="button link" type="button" onClick={() => setStep('forgot')}>
                {t('forgot')}
              </button>
            </div>
          </>
        )}
        {step === 'forgot' && (
          <>
            <h1>{t('forgot')}</h1>
            <p className="soft">{t('forgotWhat')}</p>
            <EntryForm key="forgot" fields={['email']} button={t('mailLink')} send={forgot} />
            <div className="more">
              <button className="button link" type="button" onClick={() => setStep('signin')}>
                {t('back')}
              </button>
            </div>
          </>
        )}
        {step === 'link' && link !== undefined && <LinkForm link={link} done={done} />}
        {step === 'organization' && (
          <>
            <h1>{t('organization')}</h1>
            <p className="soft">{t('organizationWhat')}</p>
            <div className="choices">
              {choices.map(({ id, name, display_role: role }) => (
                <button className="button" type="button" key={id} onClick={() => void choose(id)}>
                  {name} <span className="soft">{role}</span>
                </button>
              ))}
            </div>
          </>
        )}
      </main>
    </div>
  );
}
