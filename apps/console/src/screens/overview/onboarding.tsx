/** How an organization without data sends some, by commands to copy, and whether the first has come. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { useClock } from '../../ui/clock.js';
import { Command } from '../../ui/command.js';
import { Fault } from '../../ui/states.js';
import { textOf, WAY_NAMES, WAYS, type Way } from './ways.js';

const PLACE = '<token>';
const LOOK_EVERY_MS = 3_000;
const DAY_MICROS = 86_400_000_000;

interface OnboardingProps {
  way: Way;
  choose: (way: Way) => void;
}

export function Onboarding({ way, choose }: OnboardingProps) {
  const t = useT();
  const [wanted, setWanted] = useState(false);
  // A secret: fetched when a user wants to see it, and forgotten with this screen.
  const token = useQuery({
    queryKey: ['ingest token'],
    queryFn: () => answerOf(api.GET('/api/v1/auth/tokens/default')),
    enabled: wanted,
    gcTime: 0,
  });
  const text = textOf(way, { origin: globalThis.location.origin, token: token.data?.token ?? PLACE });
  return (
    <section className="panel onboarding" data-onboarding="">
      <h2>{t('onboardingTitle')}</h2>
      <p className="soft">{t('onboardingWhat')}</p>
      <div className="actions ways" role="group" aria-label={t('onboardingFrom')}>
        {WAYS.map((one) => (
          <button className="button" type="button" key={one} aria-pressed={one === way} onClick={() => choose(one)}>
            {WAY_NAMES[one]}
          </button>
        ))}
      </div>
      <Command key={text} label={WAY_NAMES[way]} text={text} />
      <div className="actions">
        <Button className="button primary" isDisabled={wanted} onPress={() => setWanted(true)}>
          {t('onboardingToken')}
        </Button>
        <FirstSpan />
      </div>
      {token.error !== null && <Fault error={token.error} retry={() => void token.refetch()} />}
    </section>
  );
}

/** Looks until the first request is counted, and then shows the figures. */
function FirstSpan() {
  const t = useT();
  const { refresh } = useClock();
  const queries = useQueryClient();
  const first = useQuery({
    queryKey: ['first span'],
    queryFn: () => {
      const to = Date.now() * 1_000;
      return answerOf(api.GET('/api/v1/apm/services', { params: { query: { from: to - DAY_MICROS, to, limit: 1 } } }));
    },
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
  });
  const here = (first.data?.items.length ?? 0) > 0;
  useEffect(() => {
    if (!here) return;
    void queries.invalidateQueries({ queryKey: ['ever'] });
    refresh();
    // It comes once.
  }, [here]);
  return (
    <span className="waiting" role="status" data-first-span={here ? 'here' : 'waiting'}>
      <span className="pulse" aria-hidden="true" />
      {t(here ? 'onboardingHere' : first.error === null ? 'onboardingWaiting' : 'unreachable')}
    </span>
  );
}
