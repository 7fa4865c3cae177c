/** Two versions of a service beside each other: whether one is worse, in what, and where in a trace it shows. */
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { newestFirst, pairOf, type Comparison } from '../../lib/comparison.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Answered, Empty, Problems } from '../../ui/states.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch } from '../../ui/use-search.js';
import { ChooseService } from './choose-service.js';
import { COMPARE_FIELDS, type CompareSearch, type CompareState } from './compare-search.js';
import { Explanation } from './explanation.js';
import { Sides } from './sides.js';
import { VerdictPanel } from './verdict.js';
import { Worse } from './worse.js';

export function Compare() {
  const t = useT();
  const search = useScreenSearch<CompareState>(COMPARE_FIELDS);
  return (
    <>
      {search.state.service === '' ? (
        <>
          <div className="screen-head">
            <h1>{t('compareVersions')}</h1>
            <FilterChips search={search} />
          </div>
          <Problems problems={search.problems} />
          <ChooseService search={search} />
        </>
      ) : (
        <OfService key={search.state.service} search={search} />
      )}
    </>
  );
}

/** Members without a value are left out. */
const filtersOf = ({ namespace, environment }: CompareState) =>
  Object.fromEntries(Object.entries({ namespace, environment }).filter(([, value]) => value !== ''));

function OfService({ search }: { search: CompareSearch }) {
  const t = useT();
  const { state, window } = search;
  const { service } = state;
  const filters = filtersOf(state);
  const detail = useQuery({
    queryKey: ['service', service, filters, window],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/apm/services/{service}', {
          params: { path: { service }, query: { ...window, ...filters } },
        }),
      ),
  });
  const versions = newestFirst(detail.data?.versions ?? []);
  const { baseline, candidate } = pairOf(versions, state);
  // Both may be named by the address: then nothing is waited for.
  const named = state.baseline !== '' && state.candidate !== '';
  const isPair = baseline !== undefined && candidate !== undefined && (named || detail.data !== undefined);
  const compared = useQuery({
    queryKey: ['compare', service, filters, baseline, candidate, window],
    queryFn: async () => {
      const query = { ...window, ...filters, service, baseline: baseline!, candidate: candidate! };
      // The client widens pairs to lists.
      return (await answerOf(api.GET('/api/v1/apm/versions/compare', { params: { query } }))) as Comparison;
    },
    enabled: isPair,
  });
  const data = ofThese(compared.data, baseline, candidate);
  return (
    <>
      <div className="screen-head">
        <h1>{t('compareVersions')}</h1>
        <FilterChips search={search} />
        {data !== undefined && <Trust meta={data.meta} />}
      </div>
      <Problems problems={search.problems} />
      <Choice versions={versions} baseline={baseline} candidate={candidate} change={search.change} />
      {isPair ? (
        <Answered of={{ ...compared, data }} height={480}>
          {(comparison) => <Compared of={comparison} search={search} />}
        </Answered>
      ) : (
        <Answered of={detail} height={480}>
          {() => <OneVersion search={search} />}
        </Answered>
      )}
    </>
  );
}

/** Another pair's figures are not what was there before. */
const ofThese = (answer: Comparison | undefined, baseline?: string, candidate?: string): Comparison | undefined =>
  answer?.baseline.version === baseline && answer?.candidate.version === candidate ? answer : undefined;

function Compared({ of, search }: { of: Comparison; search: CompareSearch }) {
  return (
    <div className="stack">
      <VerdictPanel of={of} />
      <Sides of={of} />
      <Worse of={of} search={search} />
      <Explanation of={of} search={search} />
    </div>
  );
}

function OneVersion({ search }: { search: CompareSearch }) {
  const t = useT();
  return (
    <div className="panel">
      <Empty
        title={t('oneVersion')}
        action={
          <button className="button" type="button" onClick={() => search.setRange({ last: '30d' })}>
            {t('widen')}
          </button>
        }
      >
        {t('oneVersionNext')}
      </Empty>
    </div>
  );
}

interface ChoiceProps {
  versions: readonly string[];
  baseline?: string;
  candidate?: string;
  change: CompareSearch['change'];
}

/** Which two. A change of one restarts the explanation. */
function Choice({ versions, baseline, candidate, change }: ChoiceProps) {
  const t = useT();
  const select = (name: 'baseline' | 'candidate', chosen: string | undefined) => {
    // One that the address names may be none of those that are seen in the range.
    const listed = chosen === undefined || versions.includes(chosen) ? versions : [chosen, ...versions];
    return (
      <label className="check">
        {t(name)}
        <select
          className="input"
          value={chosen ?? ''}
          disabled={chosen === undefined}
          onChange={({ target }) => change({ baseline, candidate, explain: undefined, [name]: target.value })}
        >
          {listed.map((version) => (
            <option key={version} value={version}>
              {version}
            </option>
          ))}
        </select>
      </label>
    );
  };
  return (
    <div className="filters">
      {select('baseline', baseline)}
      {select('candidate', candidate)}
      <button
        className="button"
        type="button"
        disabled={baseline === undefined || candidate === undefined}
        onClick={() => change({ baseline: candidate, candidate: baseline, explain: undefined })}
      >
        {t('swap')}
      </button>
    </div>
  );
}
