import { Check } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon, t, useBreakpoint } from '../../kit/index.ts';

/** The steps of an import, in order. */
export const STEPS = ['file', 'columns', 'preview', 'result'] as const;
export type Step = (typeof STEPS)[number];

export function isStep(value: string | null): value is Step {
  return STEPS.some((step) => step === value);
}

interface StepsProps {
  readonly step: Step;
  /** Opens an earlier or the next step; undefined: the steps cannot be changed. */
  readonly onStep: ((step: Step) => void) | undefined;
}

/** The steps in a row, with the present one; on a phone as a line of text. Steps that were done can be opened again. */
export function WizardSteps({ step, onStep }: StepsProps) {
  const isPhone = useBreakpoint() === 'phone';
  const at = STEPS.indexOf(step);
  if (isPhone) return null;
  return (
    <ol className="iw-steps" aria-label={t('imports.steps.label')}>
      {STEPS.map((one, index) => {
        const content = (
          <>
            <span className="iw-step-mark">{index < at ? <Icon of={Check} size={14} /> : index + 1}</span>
            <span className="iw-step-name">{t(`imports.steps.${one}`)}</span>
          </>
        );
        return (
          <li key={one} className={`iw-step ${index < at ? 'iw-step-done' : ''}`} aria-current={index === at ? 'step' : undefined}>
            {index < at && onStep !== undefined ? (
              <button type="button" className="iw-step-link" onClick={() => onStep(one)}>
                {content}
              </button>
            ) : (
              content
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface StepHeadingProps {
  readonly step: Step;
  readonly children: ReactNode;
  /** Only for screen readers. */
  readonly isHidden?: boolean;
}

/** The heading of a step, which gets the focus when the step opens; on a phone with its number. */
export function StepHeading({ step, children, isHidden = false }: StepHeadingProps) {
  const isPhone = useBreakpoint() === 'phone';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step]);
  return (
    <>
      {isPhone && (
        <p className="iw-step-line">
          {t('imports.steps.line', { at: STEPS.indexOf(step) + 1, of: STEPS.length, name: t(`imports.steps.${step}`) })}
        </p>
      )}
      <h2 ref={heading} tabIndex={-1} className={isHidden ? 'ms-visually-hidden' : 'iw-heading'}>
        {children}
      </h2>
    </>
  );
}
