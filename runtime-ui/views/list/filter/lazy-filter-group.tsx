import { createLazyComponent, LazyBoundary } from '../../../kit/index.ts';
import type { GroupEditorProps } from './filter-group.tsx';

const LazyGroup = createLazyComponent(async () => (await import('./filter-group.tsx')).GroupEditor, 'place');

/** The conditions of a filter in nested groups, for a page that stores a filter. */
export function FilterGroupEditor(props: Omit<GroupEditorProps, 'depth'>) {
  return (
    <LazyBoundary fallback={null}>
      <LazyGroup {...props} depth={0} />
    </LazyBoundary>
  );
}
