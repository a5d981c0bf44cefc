import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { JsonObject, ModuleView } from '#engine/model';
import { TermInput } from '../../fields/widgets/index.ts';
import { layoutItems, withTerm, type ListHandle } from '../../headless/index.ts';
import { Button, IconButton, inSentence, t } from '../../kit/index.ts';

interface FilterPanelProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly onClose: () => void;
}

/** The fields of the basic-search layout; what is set takes effect half a second after the last change, or on Enter. */
export function FilterPanel({ module, list, onClose }: FilterPanelProps) {
  const items = layoutItems(module, 'basic-search').filter((item) => item.field?.filterable === true);
  const [terms, setTerms] = useState<JsonObject>(list.state.terms);
  const [told, setTold] = useState(list.state.terms);
  const box = useRef<HTMLDivElement>(null);
  if (told !== list.state.terms) {
    // A chip was taken away, or the address changed: the panel follows.
    setTold(list.state.terms);
    setTerms(list.state.terms);
  }
  const { change } = list;
  const isSame = JSON.stringify(terms) === JSON.stringify(list.state.terms);
  useEffect(() => {
    if (isSame) return;
    const timer = setTimeout(() => change({ terms }), 500);
    return () => clearTimeout(timer);
  }, [terms, isSame, change]);
  useEffect(() => { box.current?.querySelector<HTMLElement>('input')?.focus(); }, []);
  return (
    <section
      ref={box} className="mv-filter" aria-label={t('views.list.filterTitle', { module: inSentence(module.label) })}
      onKeyDown={(event) => { if (event.key === 'Escape' && !event.defaultPrevented) onClose(); if (event.key === 'Enter' && !isSame) change({ terms }); }}
    >
      <div className="mv-filter-fields">
        {items.map((item) => <TermInput key={item.fieldName} module={module} item={item} entry={terms[item.fieldName]} onChange={(entry) => setTerms((before) => withTerm(before, item.fieldName, entry))} />)}
      </div>
      <div className="mv-filter-side">
        <IconButton icon={X} size="sm" label={t('actions.close')} onClick={onClose} />
        <Button variant="quiet" size="sm" disabled={Object.keys(terms).length === 0} onClick={() => setTerms({})}>{t('actions.clear')}</Button>
      </div>
    </section>
  );
}
