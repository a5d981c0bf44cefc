import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { parseFilterTree, type FilterCondition, type FilterItem } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { describeGroup, useConditionText } from './condition-text.ts';

function ConditionWords({ module, test }: { readonly module: ModuleView; readonly test: FilterCondition }) {
  const { label, operator, value } = useConditionText(module, test);
  return <span>{[label, operator, value].filter((word) => word !== '').join(' ')}</span>;
}

function RecentFilter({
  module,
  terms,
  onApply,
}: {
  readonly module: ModuleView;
  readonly terms: JsonObject;
  readonly onApply: () => void;
}) {
  const tree = parseFilterTree(terms);
  const items: readonly FilterItem[] = tree.combinator === 'or' || tree.negated ? [tree] : tree.items;
  return (
    <button type="button" className="mv-recent-filter" onClick={onApply}>
      {items.map((item, at) =>
        item.kind === 'test' ? <ConditionWords key={at} module={module} test={item} /> : <span key={at}>{describeGroup(item)}</span>,
      )}
    </button>
  );
}

interface RecentFiltersProps {
  readonly module: ModuleView;
  readonly filters: readonly JsonObject[];
  readonly onApply: (terms: JsonObject) => void;
}

/** The filters that were applied last, each applied again by a click. */
export function RecentFilters({ module, filters, onApply }: RecentFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <div className="mv-recent-filters" role="group" aria-label={t('work.recentFilters')}>
      <span className="mv-recent-title">{t('work.recentFilters')}</span>
      {filters.map((terms) => (
        <RecentFilter key={JSON.stringify(terms)} module={module} terms={terms} onApply={() => onApply(terms)} />
      ))}
    </div>
  );
}
