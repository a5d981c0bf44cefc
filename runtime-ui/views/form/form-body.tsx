import { lowercaseLabel } from '#engine/model/values';
import { EditedRecordContext } from '../../fields/widgets/index.ts';
import { FormErrorSummary, t } from '../../kit/index.ts';
import { focusField, type FormScope } from './form-context.ts';
import { problemsInOrder } from './form-problems.ts';
import { FormSections } from './form-sections.tsx';

/** The error summary and the fields. */
export function FormBody({ scope }: { readonly scope: FormScope }) {
  const { form, module, prefix } = scope;
  const problems = form.state.attempt > 0 ? problemsInOrder(scope) : [];
  const general = form.state.problems.general.join(' ');
  return (
    <>
      {(problems.length > 0 || general !== '') && (
        <div className="mv-form-summary">
          <FormErrorSummary
            problems={problems}
            thing={lowercaseLabel(module.labelSingular)}
            attempt={form.state.attempt}
            onGoTo={(field) => focusField(prefix, field)}
            {...(general === '' ? {} : { title: `${t('views.form.saveFailed')}: ${general}` })}
          />
        </div>
      )}
      <EditedRecordContext value={form.effectiveDraft}>
        <FormSections scope={scope} />
      </EditedRecordContext>
    </>
  );
}
