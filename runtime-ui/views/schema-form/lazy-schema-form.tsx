import { createLazyComponent, LazyBoundary, SkeletonRows } from '../../kit/index.ts';
import type { SchemaFormDialogProps } from './schema-form-dialog.tsx';
import type { SchemaPanelProps } from './schema-panel.tsx';

const LazyDialog = createLazyComponent(async () => (await import('./schema-form-dialog.tsx')).SchemaFormDialog, 'place');
const LazyPanel = createLazyComponent(async () => (await import('./schema-panel.tsx')).SchemaPanel, 'place');

/** The dialog with its code, which is loaded when it is opened. */
export function SchemaFormDialog(props: SchemaFormDialogProps) {
  return (
    <LazyBoundary fallback={null}>
      <LazyDialog {...props} />
    </LazyBoundary>
  );
}

/** The panel with its code, which is loaded when it is shown. */
export function SchemaPanel(props: SchemaPanelProps) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={4} />}>
      <LazyPanel {...props} />
    </LazyBoundary>
  );
}
