import type { FieldView, ModuleView } from '#engine/model/wire';
import type { LayoutItem } from '../../headless/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';

interface ReadOnlyNoteProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly item: LayoutItem | undefined;
  /** A condition of the field makes it read-only. */
  readonly isReadOnlyByRule: boolean;
  /** Undefined for a new record. */
  readonly recordId: string | undefined;
}

/** The lock next to the label of a read-only field: it shows the deciding rule. */
export function ReadOnlyNote({ module, field, item, isReadOnlyByRule, recordId }: ReadOnlyNoteProps) {
  return (
    <span className="mv-form-lock">
      <ExplainedLock
        module={module}
        field={field}
        isReadOnlyByRule={isReadOnlyByRule}
        isReadOnlyInLayout={item?.layout.readOnly === true}
        {...(recordId === undefined ? {} : { recordId })}
      />
    </span>
  );
}
