import { CircleAlert } from 'lucide-react';
import { lowercaseLabel } from '#engine/model/values';
import { Button, Icon, Kbd, t, useBreakpoint } from '../../kit/index.ts';
import type { FormScope } from './form-context.ts';

interface FormFooterProps {
  readonly scope: FormScope;
  readonly problemCount: number;
  readonly onNext: () => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
  readonly onSaveAndAdd: (() => void) | undefined;
}

/** The number of problems, and the buttons, primary last. Save stays enabled. */
export function FormFooter({ scope, problemCount, onNext, onCancel, onSave, onSaveAndAdd }: FormFooterProps) {
  const isPhone = useBreakpoint() === 'phone';
  const { form, module } = scope;
  return (
    <footer className="mv-form-foot">
      {problemCount > 0 && (
        <span className="mv-to-fix">
          <span className="mv-to-fix-count">
            <Icon of={CircleAlert} /> {problemCount === 1 ? t('views.form.toFixOne') : t('views.form.toFix', { count: problemCount })}
          </span>
          <Button variant="quiet" onClick={onNext} trailing={isPhone ? undefined : <Kbd>F8</Kbd>}>
            {t('views.form.goToNext')}
          </Button>
        </span>
      )}
      <span className="mv-spacer" />
      <Button variant="quiet" onClick={onCancel}>
        {t('views.form.cancel')}
      </Button>
      {onSaveAndAdd && !isPhone && (
        <Button disabled={form.isSaving} onClick={onSaveAndAdd}>
          {t('views.form.saveAndAdd')}
        </Button>
      )}
      <Button
        variant="primary"
        loading={form.isSaving}
        onClick={onSave}
        trailing={
          isPhone ? undefined : (
            <span className="mv-key-on-primary" aria-hidden>
              Ctrl ↵
            </span>
          )
        }
      >
        {t('views.form.save', { thing: lowercaseLabel(module.labelSingular) })}
      </Button>
    </footer>
  );
}
