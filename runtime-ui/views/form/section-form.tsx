import { findFieldSlot } from '../../extensions/index.ts';
import { wantsFullWidth } from '../../fields/widgets/index.ts';
import { getAllowedOptions, type FieldIssue, type LayoutItem } from '../../headless/index.ts';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { EditingNote } from '../record/presence.tsx';
import { inputId, type SectionScope } from './form-context.ts';
import { RecordField } from './record-field.tsx';

const NO_ISSUES: readonly FieldIssue[] = [];

type PlacedItem = LayoutItem & { readonly field: FieldView };

function isPlaced(item: LayoutItem): item is PlacedItem {
  return item.field !== undefined;
}

/** The fields of one section in one or two columns. Fields that are hidden for this draft are not rendered; their values are kept. */
export function SectionForm({ section, draft, rawDraft, issues, requiredNames, readOnlyNames, ...shared }: SectionScope) {
  const { module, prefix, recordId } = shared;
  return (
    <div className={`mv-form-grid mv-form-grid-${section.columns}`}>
      {section.items.filter(isPlaced).map((item) => {
        const { field, layout } = item;
        const { fieldName } = field;
        const isWide = layout.span === 2 || wantsFullWidth(field);
        return (
          <div key={fieldName} className={`mv-form-field ${isWide ? 'mv-form-wide' : ''}`} data-form-field={inputId(prefix, fieldName)}>
            <RecordField
              {...shared}
              field={field}
              item={item}
              value={draft[fieldName]}
              rawValue={rawDraft[fieldName]}
              issues={issues[fieldName] ?? NO_ISSUES}
              isRequired={requiredNames.includes(fieldName)}
              isReadOnlyByRule={readOnlyNames.includes(fieldName)}
              allowed={getAllowedOptions(field, draft as JsonObject)}
              draft={findFieldSlot(module.name, field) === undefined ? undefined : draft}
            />
            <EditingNote module={module} id={recordId} fieldName={fieldName} />
          </div>
        );
      })}
    </div>
  );
}
