import { useCallback, useMemo, useState } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { ResolvedSection } from '../../headless/index.ts';
import { t, Tabs } from '../../kit/index.ts';
import { findRequirement } from '../field-update/find-requirement.ts';
import { listDraftRequirements } from './draft-requirements.ts';
import type { FormScope } from './form-context.ts';
import { countBySection } from './form-problems.ts';
import { SectionForm } from './section-form.tsx';

/** The id of a section's heading, for links. */
export function sectionId(prefix: string, section: Pick<ResolvedSection, 'id'>): string {
  return `${prefix}-section-${section.id}`;
}

function Sections({ scope, open }: { readonly scope: FormScope; readonly open?: string }) {
  const { form, module, prefix, sections, isReadOnly, readOnlyNames } = scope;
  const { setValue, setParseError, readDraft, inputDebouncer, effectiveDraft, issues, state } = form;
  const requiredNames = useMemo(() => listDraftRequirements(module, effectiveDraft, state.base), [module, effectiveDraft, state.base]);
  const hintOf = useCallback(
    (field: FieldView, value: string) => findRequirement(module, field, value, { ...readDraft(), [field.fieldName]: undefined })?.hint,
    [module, readDraft],
  );
  // On blur, debounced values are written to the form before anything else happens.
  return (
    <div className="mv-form-sections" onBlur={inputDebouncer.flush}>
      {sections.map((section) => (
        <section
          key={section.id}
          className="mv-form-section"
          aria-labelledby={sectionId(prefix, section)}
          data-section={section.id}
          hidden={open !== undefined && open !== section.id}
        >
          <h2 id={sectionId(prefix, section)} tabIndex={-1}>
            {section.label}
          </h2>
          <SectionForm
            module={module}
            section={section}
            prefix={prefix}
            recordId={state.base._id}
            isReadOnly={isReadOnly}
            readOnlyNames={readOnlyNames}
            draft={effectiveDraft}
            rawDraft={state.draft}
            issues={issues}
            requiredNames={requiredNames}
            hintOf={hintOf}
            setValue={setValue}
            setParseError={setParseError}
            readDraft={readDraft}
            inputDebouncer={inputDebouncer}
          />
        </section>
      ))}
    </div>
  );
}

/** One section at a time, as a tab. The others stay mounted: typed values are kept, and their problems are counted on the tabs. */
function TabbedSections({ scope }: { readonly scope: FormScope }) {
  const { sections } = scope;
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const open = sections.find((section) => section.id === chosen)?.id ?? sections[0]?.id;
  if (open === undefined) return null;
  const counts = countBySection(scope);
  const items = sections.map(({ id, label }) => {
    const count = counts.get(id) ?? 0;
    return count > 0
      ? {
          id,
          label: (
            <>
              {label}
              <span className="mv-form-nav-count">
                <span aria-hidden>{count}</span>
                <span className="ms-visually-hidden">{t('views.form.problems', { count })}</span>
              </span>
            </>
          ),
        }
      : { id, label };
  });
  return (
    <div className="mv-form-tabs">
      <Tabs label={t('views.form.sections')} items={items} selected={open} onSelect={setChosen}>
        <Sections scope={scope} open={open} />
      </Tabs>
    </div>
  );
}

/** The fields of a form in their sections, stacked or in tabs. */
export function FormSections({ scope }: { readonly scope: FormScope }) {
  return scope.isTabbed ? <TabbedSections scope={scope} /> : <Sections scope={scope} />;
}
