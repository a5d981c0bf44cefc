import { Input } from '@mantine/core';
import { useContext } from 'react';
import { shownColumnsOf, type FieldIssue } from '../../headless/index.ts';
import { createLazyComponent, LazyBoundary, SkeletonBar } from '../../kit/index.ts';
import { FieldValue } from '../values/field-value.tsx';
import { EditedRecordContext } from '../widgets/edited-record.ts';
import { IssueText } from '../widgets/issue-text.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';

// Few forms have one: the editors are loaded on demand.
const load = () => import('./rows-lazy.ts');
const EntryTable = createLazyComponent(async () => (await load()).EntryTable, 'place');
const EntryForm = createLazyComponent(async () => (await load()).EntryForm, 'place');
const FreeTable = createLazyComponent(async () => (await load()).FreeTable, 'place');

/** Whether a problem is shown at a cell. */
function isOfCell({ field }: Pick<WidgetProps, 'field'>, { path, code }: FieldIssue): boolean {
  const names = path.split('.');
  return code === 'unreadable' || shownColumnsOf(field).some(({ fieldName }) => names.includes(fieldName));
}

/** The values alone. Only here the widget follows the record: an editor does not render again when another field changes. */
function ShownEntries({ module, field, value }: WidgetProps) {
  const record = useContext(EditedRecordContext);
  return <FieldValue module={module} field={field} value={value} look="detail" record={record} />;
}

/** An Array or Object: a table or a group of inputs; without an entry schema, a table of its properties or entries. Read-only, its values. */
export function EntryWidget(props: WidgetProps) {
  const Editor = props.field.entry === undefined ? FreeTable : props.field.inputType === 'Object' ? EntryForm : EntryTable;
  const { value, readOnly, issues, wrapperProps } = props;
  // The id of the field is that of its first input.
  const { error: _, ...wrapping } = { ...wrapperProps, id: `${wrapperProps.id}-entries` };
  const own = issues.filter((issue) => !isOfCell(props, issue));
  // A masked value is a text.
  const isShownOnly = readOnly || typeof value === 'string';
  return (
    <Input.Wrapper {...wrapping} {...(own.length > 0 ? { error: <IssueText issues={own} /> } : {})} labelElement="div">
      {isShownOnly ? (
        <ShownEntries {...props} />
      ) : (
        <LazyBoundary fallback={<SkeletonBar />}>
          <Editor {...props} />
        </LazyBoundary>
      )}
    </Input.Wrapper>
  );
}
