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

/** The lock next to the label of a read-only field: it shows the deciding rule. */
export function ReadOnlyNote({ module, field, item, recordId }: ReadOnlyNoteProps) {
  return (
    <span className="mv-form-lock">
      <ExplainedLock
        module={module}
        field={field}
        isReadOnlyInLayout={item?.layout.readOnly === true}
        {...(recordId === undefined ? {} : { recordId })}
      />
    </span>
  );
}
