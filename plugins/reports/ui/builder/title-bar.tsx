import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button, FieldError, PageHeader, usePageTitle, type RecordEditor } from '#ui';
import { tReports } from '../texts.ts';
import type { BuilderProps } from './contract.ts';
import { readReportOf } from './definition.ts';

function NewTitle() {
  usePageTitle(tReports('newReport'));
  return (
    <div className="rp-new-head">
      <PageHeader title={tReports('newReport')} />
    </div>
  );
}

/** Fields whose problems are at their lines. */
const AT_LINES = [
  'related_module',
  'search_terms',
  'group_by',
  'aggregates',
  'columns',
  'sort_field',
  'row_limit',
  'shared',
  'shared_roles',
];

/** Problems of the name, of the whole report, and of fields that have no line. */
function listOthers(issues: RecordEditor['form']['issues']): readonly { readonly message: string }[] {
  return Object.entries(issues).flatMap(([field, list]) => (AT_LINES.includes(field) ? [] : list));
}

/** The name of the report, whether it is saved, and its actions. */
export function TitleBar({ editor, reportId, chart, save, isDirty, children }: BuilderProps & { readonly children?: ReactNode }) {
  const { form } = editor;
  const { name } = readReportOf(form);
  const issues = [...listOthers(form.issues), ...(chart?.isShown === true ? (chart.editor.form.issues[''] ?? []) : [])];
  const isSaving = form.isSaving || chart?.editor.form.isSaving === true;
  return (
    <>
      {reportId === undefined && <NewTitle />}
      <div className="rp-title">
        <TextInput
          className="rp-name"
          aria-label={tReports('name')}
          placeholder={tReports('untitled')}
          value={name}
          error={form.issues['name'] !== undefined}
          onChange={(event) => form.setValue('name', event.currentTarget.value)}
        />
        <span className="rp-hint" role="status">
          {isDirty ? tReports('unsaved') : ''}
        </span>
        <span className="rp-title-actions">
          {children}
          <Button variant="primary" size="sm" loading={isSaving} disabled={!isDirty && reportId !== undefined} onClick={save}>
            {tReports('save')}
          </Button>
        </span>
      </div>
      {issues.map(({ message }) => (
        <FieldError key={message}>{message}</FieldError>
      ))}
    </>
  );
}
