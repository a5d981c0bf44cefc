import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

export interface FormProblem {
  readonly field: string;
  readonly label: string;
  readonly message: string;
}

export interface FormErrorSummaryProps {
  readonly problems: readonly FormProblem[];
  /** What is being saved, such as "book". */
  readonly thing?: string;
  /** Moves the focus to a field. */
  readonly onGoTo: (field: string) => void;
  /** A title instead of "Fix n fields". */
  readonly title?: string;
  /** A number that changes with each failed save: the focus moves to the summary. */
  readonly attempt?: number;
}

/** A message without its example, which is shown at the field. */
function withoutExample(message: string): string {
  return message.replace(/,? such as .*$/u, '.');
}

/** Shown above the form after a failed save: links to every field with its message, and receives the focus. */
export function FormErrorSummary({ problems, thing = t('form.record'), onGoTo, title, attempt = 0 }: FormErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = problems.length > 0 || title !== undefined;
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [attempt, shown]);
  if (!shown) return null;
  const heading = title ?? (problems.length === 1 ? t('form.fixOne', { thing }) : t('form.fixMany', { count: problems.length, thing }));
  return (
    <div ref={box} role="alert" tabIndex={-1} className="ms-summary">
      <Icon of={CircleAlert} className="ms-summary-mark" />
      <div>
        <p className="ms-summary-title">{heading}</p>
        {problems.length > 0 && (
          <ul className="ms-summary-list">
            {problems.map((problem) => (
              <li key={problem.field}>
                <button type="button" className="ms-summary-link" onClick={() => onGoTo(problem.field)}>
                  {problem.label}
                </button>{' '}
                {withoutExample(problem.message)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The error message under a field, shown instead of its help. */
export function FieldError({ id, children }: { readonly id?: string; readonly children: string }) {
  return (
    <p id={id} className="ms-field-error">
      <Icon of={CircleAlert} size={14} /> {children}
    </p>
  );
}
