import type { ModuleView } from '#engine/model/wire';
import type { EditedRecord } from '../../headless/inline/index.ts';
import { EditableSections } from '../inline/editable-sections.tsx';
import { EditingNote } from './presence.tsx';

/** The sections of the detail layout with inline editing, and notes for fields that other users edit. */
export function RecordSections({ module, record }: { readonly module: ModuleView; readonly record: EditedRecord }) {
  return (
    <EditableSections
      module={module}
      record={record}
      view="detail"
      headingLevel={2}
      noteOf={(item) => <EditingNote module={module} id={record._id} fieldName={item.field?.fieldName ?? item.fieldName} />}
    />
  );
}
