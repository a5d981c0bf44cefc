import { CircleAlert } from 'lucide-react';
import type { FieldView } from '#engine/model';
import type { FieldIssue } from '../../headless/index.ts';
import { Icon } from '../../kit/index.ts';
import type { FieldWrapperProps } from './widget-props.ts';

/** An error line: icon and words, never colour alone. */
export function IssueText({ issues }: { readonly issues: readonly FieldIssue[] }) {
  return <span className="mf-issue"><Icon of={CircleAlert} size={14} /><span>{[...new Set(issues.map((issue) => issue.message))].join(' ')}</span></span>;
}

/** Label above, the mark of required, help below, and the error in its place. */
export function buildWrapperProps(id: string, field: FieldView, issues: readonly FieldIssue[], isRequired: boolean): FieldWrapperProps {
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
