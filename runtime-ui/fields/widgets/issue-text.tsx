import { CircleAlert } from 'lucide-react';
import type { FieldIssue } from '../../headless/index.ts';
import { Icon } from '../../kit/index.ts';
import type { FieldWrapperProps } from './widget-props.ts';

/** An error message with icon and text, so that it does not depend on colour. */
export function IssueText({ issues }: { readonly issues: readonly Pick<FieldIssue, 'message'>[] }) {
  return (
    <span className="mf-issue">
      <Icon of={CircleAlert} size={14} />
      <span>{[...new Set(issues.map((issue) => issue.message))].join(' ')}</span>
    </span>
  );
}

/** Label above, required mark, help below, and the error in place of the help. */
export function buildWrapperProps(
  id: string,
  field: { readonly label: string; readonly description?: string | undefined },
  issues: readonly Pick<FieldIssue, 'message'>[],
  isRequired: boolean,
): FieldWrapperProps {
  const help = issues.length > 0 ? undefined : field.description;
  return {
    id,
    label: field.label,
    required: isRequired,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    ...(help === undefined ? {} : { description: help }),
    ...(issues.length > 0 ? { error: <IssueText issues={issues} /> } : {}),
  };
}
