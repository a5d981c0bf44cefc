import { createLazyComponent, LazyBoundary } from '../../kit/index.ts';
import type { SchemaFormDialogProps } from './schema-form-dialog.tsx';

const LazyDialog = createLazyComponent(async () => (await import('./schema-form-dialog.tsx')).SchemaFormDialog, 'place');

/** The dialog with its code, which is loaded when it is opened. */
export function SchemaFormDialog(props: SchemaFormDialogProps) {
  return (
    <LazyBoundary fallback={null}>
      <LazyDialog {...props} />
    </LazyBoundary>
  );
}
