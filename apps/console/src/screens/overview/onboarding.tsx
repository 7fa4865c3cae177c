/** How an organization without data sends some, by commands to copy. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { useClock } from '../../ui/clock.js';
import { Command } from '../../ui/command.js';
import { Fault } from '../../ui/states.js';

const PLACE = '<token>';

export function Onboarding() {
  const t = useT();
  const { refresh } = useClock();
  const [wanted, setWanted] = useState(false);
  // A secret: asked for when somebody wants to see it, and kept no longer than this screen.
  const token = useQuery({
    queryKey: ['ingest token'],
    queryFn: () => answerOf(api.GET('/api/v1/auth/tokens/default')),
    enabled: wanted,
    gcTime: 0,
  });
  const shown = token.data?.token ?? PLACE;
  const { origin } = globalThis.location;
  return (
    <section className="panel onboarding" data-onboarding="">
      <h2>{t('onboardingTitle')}</h2>
      <p className="soft">{t('onboardingWhat')}</p>
      <h2>{t('onboardingApplication')}</h2>
      <Command
        label={t('onboardingApplication')}
        text={`export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer ${shown}"
export OTEL_SERVICE_NAME=my-service`}
      />
      <h2>{t('onboardingSpan')}</h2>
      <Command label={t('onboardingSpan')} text={oneSpan(origin, shown)} />
      <div className="actions">
        <Button className="button primary" onPress={refresh}>
          {t('onboardingLook')}
        </Button>
        <Button className="button" isDisabled={wanted} onPress={() => setWanted(true)}>
          {t('onboardingToken')}
        </Button>
      </div>
      {token.error !== null && <Fault error={token.error} retry={() => void token.refetch()} />}
    </section>
  );
}

/** One request of 120 ms that ends now, as a shell sends it. */
const oneSpan = (origin: string, token: string): string => `now=$(date +%s)
curl -sS ${origin}/v1/traces \\
  -H 'authorization: Bearer ${token}' -H 'content-type: application/json' \\
  -d '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"my-service"}}]},
    "scopeSpans":[{"spans":[{"traceId":"'$(openssl rand -hex 16)'","spanId":"'$(openssl rand -hex 8)'",
    "name":"GET /hello","kind":2,"startTimeUnixNano":"'$((now - 1))'880000000","endTimeUnixNano":"'$now'000000000"}]}]}]}'`;
