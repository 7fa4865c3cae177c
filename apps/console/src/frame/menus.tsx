import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  type Selection,
} from 'react-aria-components';
import { LANGUAGES, useT, type Key, type Language } from '../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../lib/api.js';
import { THEMES, usePreferences, type Theme } from '../ui/preferences.js';

type Me = Schemas['Me'];

/** The page is reloaded: nothing of the organization before stays in memory. */
export function OrganizationMenu({ me }: { me: Me }) {
  const t = useT();
  const organizations = useQuery({ queryKey: ['orgs'], queryFn: () => answerOf(api.GET('/api/v1/orgs')) });
  const others = (organizations.data ?? []).filter(({ disabled, id }) => !disabled && id !== me.org_id);
  if (others.length === 0) return <span className="button quiet">{me.org_name}</span>;
  const select = async (id: string) => {
    await answerOf(api.POST('/api/v1/auth/session/organization', { body: { id } }));
    globalThis.location.assign('/');
  };
  return (
    <MenuTrigger>
      <Button className="button quiet opens" aria-label={t('organizationNow', { name: me.org_name })}>
        {me.org_name}
      </Button>
      <Popover className="popover">
        <Menu aria-label={t('organization')} onAction={(id) => void select(String(id))}>
          {others.map(({ id, name }) => (
            <MenuItem className="item" id={id} key={id}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const THEME_NAMES: Record<Theme, Key> = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' };
const only = (selection: Selection): string => (selection === 'all' ? '' : String([...selection][0]));

export function UserMenu({ me }: { me: Me }) {
  const t = useT();
  const { theme, language, zone, choose } = usePreferences();
  const signOut = async () => {
    await answerOf(api.DELETE('/api/v1/auth/session')).catch(() => undefined);
    globalThis.location.assign('/signin');
  };
  return (
    <MenuTrigger>
      <Button className="button quiet opens" aria-label={t('accountOf', { name: me.display_name || me.email })}>
        {me.display_name || me.email}
      </Button>
      <Popover className="popover">
        <Menu aria-label={t('account')} onAction={(action) => action === 'signout' && void signOut()}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(chosen) => choose({ theme: only(chosen) as Theme })}
          >
            <Header className="heading">{t('theme')}</Header>
            {THEMES.map((one) => (
              <MenuItem className="item" id={one} key={one}>
                {t(THEME_NAMES[one])}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[language]}
            onSelectionChange={(chosen) => choose({ language: only(chosen) as Language })}
          >
            <Header className="heading">{t('language')}</Header>
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <MenuItem className="item" id={code} key={code}>
                {name}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[zone]}
            onSelectionChange={(chosen) => choose({ zone: only(chosen) === 'UTC' ? 'UTC' : 'local' })}
          >
            <Header className="heading">{t('zone')}</Header>
            <MenuItem className="item" id="local">
              {t('zoneLocal')}
            </MenuItem>
            <MenuItem className="item" id="UTC">
              UTC
            </MenuItem>
          </MenuSection>
          <Separator className="separator" />
          <MenuItem className="item" id="signout">
            {t('signOut')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
