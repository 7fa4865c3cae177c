import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import type { ShareConstraints, SharedResource } from '@spanwise/contracts/iam/shares';
import { authorNeeds, constraintFault, readingNeeds, shownRange } from './share-rules.js';

describe('the constraints of a share', () => {
  it.each<[SharedResource, ShareConstraints, string | undefined]>([
    ['apm_services', { environment: 'staging', last_secs: 60 }, undefined],
    ['trace', {}, undefined],
    ['trace', { environment: 'staging' }, 'A share of a trace has no environment.'],
    ['trace', { last_secs: 60 }, 'A share of a trace has no last_secs.'],
    ['search_job', { from_micros: 1, to_micros: 2 }, 'A share of a search_job has no from_micros.'],
    ['saved_view', { last_secs: 60 }, undefined],
    ['saved_view', { from_micros: 1, to_micros: 2 }, undefined],
    ['saved_view', { service: 'checkout' }, 'A share of a saved_view has no service.'],
  ])('of a %s may be %j: %s', (type, constraints, fault) => {
    expect(constraintFault(type, constraints)).toBe(fault);
  });
});

describe('a share', () => {
  it('reads with what its kind needs, and its author needs that and the permission to share', () => {
    expect(readingNeeds('saved_view')).toEqual(['streams.query', 'saved_views.read']);
    for (const type of ['apm_overview', 'trace', 'search_job', 'saved_view'] as const) {
      expect(readingNeeds(type)).not.toContain('dashboards.share');
      expect(authorNeeds(type)).toEqual(['dashboards.share', ...readingNeeds(type)]);
    }
  });

  it.each<[ShareConstraints, number | undefined, { from: number; to: number }]>([
    [{ from_micros: 5, to_micros: 7 }, 60, { from: 5, to: 7 }],
    [{ last_secs: 2 }, 60, { from: 8e6, to: 1e7 }],
    [{}, 3, { from: 7e6, to: 1e7 }],
  ])('with %j and %s seconds of its search shows %j', (constraints, secs, range) => {
    expect(shownRange(constraints, 10_000, secs)).toEqual(range);
  });
});
