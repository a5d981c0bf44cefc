import type { JsonObject } from '#engine/model/values';
import { useModuleView } from '../../../client/index.ts';
import { LazyBoundary, createLazyComponent } from '../../../kit/index.ts';

const FilterBuilder = createLazyComponent(async () => (await import('./filter-builder.tsx')).FilterBuilder);
const EVERYTHING: JsonObject = {};

export interface FilterDialogProps {
  readonly moduleName: string;
  readonly terms: JsonObject;
  readonly onApply: (terms: JsonObject) => void;
  readonly onCancel: () => void;
}

/** The filter builder for a form that stores a filter. */
export function FilterDialog({ moduleName, terms, onApply, onCancel }: FilterDialogProps) {
  const { data: module } = useModuleView(moduleName);
  if (module === undefined) return null;
  return (
    <LazyBoundary fallback={null}>
      <FilterBuilder isInForm module={module} terms={terms} within={EVERYTHING} onApply={onApply} onCancel={onCancel} />
    </LazyBoundary>
  );
}
