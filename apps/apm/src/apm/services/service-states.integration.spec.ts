/** Overview, list and detail say the same of a service (APM-17), by what notify answers. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceIncident } from '@spanwise/contracts/alerting/incidents';
import type { ApmQuery, ServiceSummary } from '@spanwise/contracts/apm/apm';
import { Overviews } from '../overview/overview.js';
import { Lists } from '../paging/list.js';
import { Figures, HOUR, ORGANIZATION, type Request } from '../queries.fixture.js';
import { ServiceDetails } from './service-detail.js';
import { Services } from './services.js';

let figures: Figures;
const requests = (service: string, failed: number, change: Request = {}): Request[] =>
  Array.from({ length: 20 }, (_, at) => ({ service, ...change, ...(at < failed && { error: { type: 'E' } }) }));

beforeAll(async () => {
  figures = await Figures.start();
  await figures.record([
    ...requests('cart', 0),
    ...requests('pay', 10),
    // An outage that is over: of the day, but not of its last five minutes.
    ...requests('mail', 20, { atMicros: figures.nowMicros - HOUR }),
    ...requests('mail', 0),
  ]);
});
afterEach(() => (figures.openIncidents = []));
afterAll(() => figures.stop());

const incident = (name: string): ServiceIncident => ({
  id: 'i1',
  rule_name: 'Latency of a service',
  severity: 'warning',
  since_micros: 1,
  service: { name },
});

/** What each answer says. */
async function states(query: ApmQuery = {}) {
  const overview = await new Overviews(figures.reads, figures.incidents).overview(query, figures.contextOf());
  const lists = new Lists(figures.reads, figures.config);
  const { items } = await new Services(lists, figures.incidents).list(query, figures.contextOf());
  const details = new ServiceDetails(figures.reads, figures.incidents);
  const found = await Promise.all(
    items.map(({ service }) => details.detail({ ...query, service: service.name }, figures.contextOf())),
  );
  const byName = (services: ServiceSummary[]) =>
    Object.fromEntries(
      services.map(({ service, health, health_reason }) => [service.name, [health, health_reason?.kind]]),
    );
  const [listed, ...others] = [items, overview.services, found.map(({ service }) => service)].map(byName);
  for (const other of others) expect(other).toEqual(listed);
  return { listed, counts: overview.service_health };
}

describe('the states of services (APM-17)', () => {
  it('are those of open incidents first, and the same wherever they are shown', async () => {
    figures.openIncidents = [incident('cart')];
    const { listed, counts } = await states();
    expect(listed).toEqual({
      cart: ['warning', 'incident'],
      pay: ['critical', 'error_rate'],
      mail: ['healthy', undefined],
    });
    expect(counts).toEqual({ critical: 1, warning: 1, healthy: 1, no_traffic: 0 });
  });

  it('are those of the end of a range that is over', async () => {
    await states();
    expect(figures.askedForIncidents).toEqual({ organization_id: ORGANIZATION });
    const to = Math.floor(figures.nowMicros / 60_000_000) * 60_000_000 - 50 * 60_000_000;
    await states({ to });
    expect(figures.askedForIncidents).toEqual({ organization_id: ORGANIZATION, at_micros: to });
  });

  it('rest on figures while notify cannot be asked, and say so', async () => {
    figures.openIncidents = undefined;
    const { listed } = await states();
    expect(listed).toMatchObject({ cart: ['healthy', 'alerts_unknown'], pay: ['critical', 'error_rate'] });
  });
});
