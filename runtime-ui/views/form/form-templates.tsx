import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { wantsFullWidth } from '../../fields/widgets/index.ts';
import type { LayoutItem, ResolvedSection } from '../../headless/index.ts';
import { inputId, useFormScope } from './form-context.ts';

/** Label, help and error are the widget's own. */
export function BareFieldTemplate({ children }: FieldTemplateProps) {
  return children;
}

function isWide(item: LayoutItem): boolean {
  return item.layout.span === 2 || (item.field !== undefined && wantsFullWidth(item.field));
}

/** The id of a section's heading, for the links to it. */
export function sectionId(prefix: string, section: Pick<ResolvedSection, 'id'>): string {
  return `${prefix}-section-${section.id}`;
}

/** The sections of the layout, each in one or two columns. What is hidden for this draft is left out; its value stays. */
export function SectionsTemplate({ properties }: ObjectFieldTemplateProps) {
  const { prefix, sections } = useFormScope();
  const content = new Map(properties.map((property) => [property.name, property.content]));
  return (
    <div className="mv-form-sections">
      {sections.map((section) => (
        <section key={section.id} className="mv-form-section" aria-labelledby={sectionId(prefix, section)} data-section={section.id}>
          <h2 id={sectionId(prefix, section)} tabIndex={-1}>{section.label}</h2>
          <div className={`mv-form-grid mv-form-grid-${section.columns}`}>
            {section.items.map((item) => item.field && (
              <div key={item.field.fieldName} className={`mv-form-field ${isWide(item) ? 'mv-form-wide' : ''}`} data-form-field={inputId(prefix, item.field.fieldName)}>{content.get(item.field.fieldName)}</div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
