import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { wantsFullWidth } from '../../fields/widgets/index.ts';
import type { LayoutItem } from '../../headless/index.ts';
import { inputId, useSectionScope } from './form-context.ts';
import { EditingNote } from '../record/presence.tsx';

/** The widget renders label, help and error itself. */
export function BareFieldTemplate({ children }: FieldTemplateProps) {
  return children;
}

function isWide(item: LayoutItem): boolean {
  return item.layout.span === 2 || (item.field !== undefined && wantsFullWidth(item.field));
}

/** The fields of a section in one or two columns. Fields that are hidden for this draft are not rendered; their values are kept. */
export function SectionTemplate({ properties }: ObjectFieldTemplateProps) {
  const { prefix, section, module, recordId } = useSectionScope();
  const content = new Map(properties.map((property) => [property.name, property.content]));
  return (
    <div className={`mv-form-grid mv-form-grid-${section.columns}`}>
      {section.items.map(
        (item) =>
          item.field && (
            <div
              key={item.field.fieldName}
              className={`mv-form-field ${isWide(item) ? 'mv-form-wide' : ''}`}
              data-form-field={inputId(prefix, item.field.fieldName)}
            >
              {content.get(item.field.fieldName)}
              <EditingNote module={module} id={recordId} fieldName={item.field.fieldName} />
            </div>
          ),
      )}
    </div>
  );
}
