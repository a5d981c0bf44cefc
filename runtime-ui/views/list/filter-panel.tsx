import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lowercaseLabel, type JsonObject, type JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { TermInput } from '../../fields/widgets/index.ts';
import { layoutItems, useRecentFilters, withTerm, type ListHandle } from '../../headless/index.ts';
import { Button, restoreFocus, IconButton, t } from '../../kit/index.ts';
import { RecentFilters } from './recent-filters.tsx';

interface FilterPanelProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly onClose: () => void;
}

/** One change made in the panel. */
type Edit = (terms: JsonObject) => JsonObject;

const afterEdits = (edits: readonly Edit[], terms: JsonObject): JsonObject => edits.reduce((before, edit) => edit(before), terms);

/** Pending edits of the active filter, and how many of them were sent. */
function useEdits({ state, change }: ListHandle) {
  const [edits, setEdits] = useState<readonly Edit[]>([]);
  const [sent, setSent] = useState(0);
  const [lastState, setLastState] = useState(state);
  if (lastState !== state) {
    setLastState(state);
    // When a filter chip is removed, pending edits are kept; when the view changes, they are discarded.
    if (lastState.view !== state.view) setEdits([]);
    else if (lastState.terms !== state.terms) setEdits(edits.slice(sent));
    if (lastState.view !== state.view || lastState.terms !== state.terms) setSent(0);
  }
  const terms = afterEdits(edits, state.terms);
  const isSame = JSON.stringify(terms) === JSON.stringify(state.terms);
  const send = useCallback(() => {
    if (isSame && sent === 0) {
      setEdits([]);
      return;
    }
    setSent(edits.length);
    change((now) => ({ terms: afterEdits(edits, now.terms) }));
  }, [edits, sent, isSame, change]);
  useEffect(() => {
    if (edits.length === sent) return;
    const timer = setTimeout(send, 500);
    return () => clearTimeout(timer);
  }, [edits.length, sent, send]);
  const edit = (next: Edit) => setEdits((before) => [...before, next]);
  return { terms, edit, send };
}

/** The fields of the basic-search layout; changes are applied half a second after the last one, or on Enter. */
export function FilterPanel({ module, list, onClose }: FilterPanelProps) {
  const items = layoutItems(module, 'basic-search').filter((item) => item.field?.filterable === true);
  const { terms, edit, send } = useEdits(list);
  const recent = useRecentFilters(module, list.state.terms);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('input')?.focus();
    // Cells of the table are replaced when rows are loaded again, so the focus cannot return there; J focuses the table.
    opener.current = before?.closest('[role="grid"], .mv-filter') ? null : before;
  }, []);
  const close = () => {
    onClose();
    restoreFocus(opener.current);
  };
  return (
    <section
      ref={box}
      className="mv-filter"
      aria-label={t('views.list.filterTitle', { module: lowercaseLabel(module.label) })}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
        if (event.key === 'Enter') send();
      }}
    >
      <div className="mv-filter-fields">
        <RecentFilters module={module} filters={recent} onApply={(chosen) => edit(() => chosen)} />
        {items.map((item) => (
          <TermInput
            key={item.fieldName}
            module={module}
            item={item}
            entry={terms[item.fieldName]}
            onChange={(entry?: JsonValue) => edit((before) => withTerm(before, item.fieldName, entry))}
          />
        ))}
      </div>
      <div className="mv-filter-side">
        <IconButton icon={X} size="sm" label={t('actions.close')} onClick={close} />
        <Button variant="quiet" size="sm" disabled={Object.keys(terms).length === 0} onClick={() => edit(() => ({}))}>
          {t('actions.clear')}
        </Button>
      </div>
    </section>
  );
}
