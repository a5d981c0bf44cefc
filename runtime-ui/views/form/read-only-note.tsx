import type { FieldView, ModuleView } from '#engine/model';
import type { LayoutItem } from '../../headless/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';

interface ReadOnlyNoteProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly item: LayoutItem | undefined;
  /** Undefined for a new record. */
  readonly recordId: string | undefined;
}

/** The lock beside the label of a field that can only be read here: it says which rule decides. */
export function ReadOnlyNote({ module, field, item, recordId }: ReadOnlyNoteProps) {
  return <span className="mv-form-lock"><ExplainedLock module={module} field={field} isReadOnlyInLayout={item?.layout.readOnly === true} {...(recordId === undefined ? {} : { recordId })} /></span>;
}
