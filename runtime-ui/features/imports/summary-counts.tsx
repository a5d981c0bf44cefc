import type { ImportRowState, ImportSummary } from '#engine/model/wire';
import { t } from '../../kit/index.ts';
import { formatCount, ROW_HUES } from './describe-import.ts';
import { isKind, listTabs, type PreviewFilter } from './preview-filter.ts';

interface CountProps {
  readonly text: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Of a state; absent: a kind of problem. */
  readonly state?: ImportRowState;
}

function Count({ text, count, isChosen, onChoose, state }: CountProps) {
  return (
    <li>
      <button type="button" className={`iw-kind ${state === undefined ? 'iw-kind-inner' : ''}`} aria-pressed={isChosen} onClick={onChoose}>
        {state !== undefined && <span className={`iw-square ms-hue-${ROW_HUES[state]}`} aria-hidden />}
        <span className="iw-grow">{text}</span> <span className="ms-tabular">{formatCount(count)}</span>
      </button>
    </li>
  );
}

/** The parts of all rows as a bar. */
function Parts({ summary }: { readonly summary: ImportSummary }) {
  return (
    <div className="iw-parts" aria-hidden>
      {listTabs(summary)
        .filter((state) => summary[state] > 0)
        .map((state) => (
          <span key={state} className={`ms-hue-${ROW_HUES[state]}`} style={{ flexGrow: summary[state] }} />
        ))}
    </div>
  );
}

interface SummaryCountsProps {
  readonly summary: ImportSummary;
  /** The name of the module's records for people. */
  readonly records: string;
  readonly filter: PreviewFilter;
  readonly onFilter: (filter: PreviewFilter) => void;
}

/** What the rows do, in numbers, and each kind of problem; a click shows these rows. */
export function SummaryCounts({ summary, records, filter, onFilter }: SummaryCountsProps) {
  return (
    <div className="iw-counts">
      <p className="iw-total">
        <strong>{formatCount(summary.rows)}</strong> {t('imports.summary.rows', { count: summary.rows })}
      </p>
      <Parts summary={summary} />
      <ul>
        {listTabs(summary).map((state) => (
          <Count
            key={state}
            state={state}
            text={t(`imports.summary.${state}`, { records })}
            count={summary[state]}
            isChosen={filter.state === state && filter.kind === undefined}
            onChoose={() => onFilter({ state })}
          />
        ))}
        {summary.kinds.map((kind) => (
          <Count
            key={`${kind.column}|${kind.field}|${kind.code}`}
            text={kind.text}
            count={kind.count}
            isChosen={isKind(filter.kind, kind)}
            onChoose={() => onFilter({ state: 'problem', kind })}
          />
        ))}
      </ul>
      {summary.creates.length > 0 && (
        <p className="iw-note">
          {t('imports.summary.creates', {
            records: summary.creates.map(({ count, label }) => `${formatCount(count)} ${label}`).join(', '),
          })}
        </p>
      )}
    </div>
  );
}
