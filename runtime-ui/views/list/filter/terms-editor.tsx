import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { Button, createLazyComponent, IconButton, LazyBoundary, t } from '../../../kit/index.ts';
import '../../styles/list.css';

const Chips = createLazyComponent(async () => (await import('../filter-chips.tsx')).TermChips);
const Builder = createLazyComponent(async () => (await import('./filter-builder.tsx')).FilterBuilder);
const EVERYTHING: JsonObject = {};

/** Props of an editor of a filter. */
export interface TermsEditorProps {
  /** The module whose records are filtered. */
  readonly module: ModuleView;
  /** The filter, in the filter grammar. */
  readonly terms: JsonObject;
  /** Called with the changed filter. */
  readonly onChange: (terms: JsonObject) => void;
}

/** A filter as chips with a builder, for a page that stores a filter: every operator, groups, related records and variables. */
export function TermsEditor({ module, terms, onChange }: TermsEditorProps) {
  const [isBuilding, setBuilding] = useState(false);
  const isEmpty = Object.keys(terms).length === 0;
  return (
    <div className="mv-terms">
      {!isEmpty && (
        <LazyBoundary fallback={null}>
          <Chips module={module} terms={terms} onChange={(edit) => onChange(edit(terms))} onBuild={() => setBuilding(true)} />
        </LazyBoundary>
      )}
      {isEmpty ? (
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => setBuilding(true)}>
          {t('saved.addCondition')}
        </Button>
      ) : (
        <IconButton icon={Plus} size="sm" label={t('saved.addCondition')} onClick={() => setBuilding(true)} />
      )}
      {isBuilding && (
        <LazyBoundary fallback={null}>
          <Builder
            isInForm
            module={module}
            terms={terms}
            within={EVERYTHING}
            onApply={(next) => {
              setBuilding(false);
              onChange(next);
            }}
            onCancel={() => setBuilding(false)}
          />
        </LazyBoundary>
      )}
    </div>
  );
}
