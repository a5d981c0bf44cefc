import { Input, Textarea, TextInput } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import { toText } from '#engine/model';
import { Button, createLazySlot, type SlotProps } from '#ui';
import type { ContentProblem } from '../../shared/message.ts';
import { SegmentCounter } from '../segment-counter.tsx';
import { tMessages } from '../texts.ts';
import { isEditable } from './editor-html.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { useContentProblems } from './use-content-problems.ts';
import { VariablePicker } from './variable-picker.tsx';
import '../messages.css';

type FieldProps = SlotProps<'field'>;

const RichText = createLazySlot(async () => (await import('./rich-text.tsx')).RichText, 'place');

/** What is wrong with a field, below it. */
function Problems({ problems }: { readonly problems: readonly ContentProblem[] }) {
  return (
    <ul className="mg-problems" role="status">
      {problems.map(({ variable, message }) => (
        <li key={variable ?? message}>{variable === null ? message : tMessages('unknownVariable', { name: variable })}</li>
      ))}
    </ul>
  );
}

/** Beside a field: the variables, and the preview of the whole template. */
function Tools({ field, draft, readOnly, insert }: FieldProps & { readonly insert: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const module = toText(draft['restrict_to_module']);
  return (
    <div className="mg-template-tools">
      {!readOnly && <VariablePicker module={module} into={field.label} onPick={insert} />}
      {field.fieldName !== 'subject' && <Button onClick={() => setOpen(true)}>{tMessages('previewOnRecord')}</Button>}
      {isOpen && <PreviewDialog draft={draft} close={() => setOpen(false)} />}
    </div>
  );
}

/** Writes a text at the cursor of an input, which has the focus then. */
function createInsert(input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, onChange: FieldProps['onChange']) {
  return (text: string) => {
    const { current: element } = input;
    if (element === null) return;
    element.setRangeText(text, element.selectionStart ?? 0, element.selectionEnd ?? 0, 'end');
    onChange(element.value);
    element.focus();
  };
}

function useText({ field, value, onChange }: FieldProps) {
  const text = toText(value);
  const problems = useContentProblems(field.fieldName, text);
  return { text, problems, change: (next: string) => onChange(next === '' ? undefined : next) };
}

function SubjectField(props: FieldProps) {
  const { id, field, readOnly, error } = props;
  const { text, problems, change } = useText(props);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mg-template">
      <TextInput
        ref={input}
        id={id}
        label={field.label}
        error={error}
        readOnly={readOnly}
        maxLength={1_000}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Tools {...props} insert={createInsert(input, props.onChange)} />
      <Problems problems={problems} />
    </div>
  );
}

function PlainField(props: FieldProps) {
  const { id, field, draft, readOnly, error } = props;
  const { text, problems, change } = useText(props);
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="mg-template">
      <div>
        <Textarea
          ref={input}
          id={id}
          label={field.label}
          description={field.description}
          error={error}
          readOnly={readOnly}
          maxLength={100_000}
          autosize
          minRows={10}
          maxRows={20}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {draft['type'] === 'sms' && <SegmentCounter text={text} signature="" />}
      </div>
      <Tools {...props} insert={createInsert(input, props.onChange)} />
      <Problems problems={problems} />
    </div>
  );
}

/** HTML that the editor would change is edited as it is, until it is converted. */
function SourceField({ convert, ...props }: FieldProps & { readonly convert: () => void }) {
  return (
    <>
      <PlainField {...props} />
      <p className="mg-counter">
        {tMessages('sourceHelp')} {!props.readOnly && <Button onClick={convert}>{tMessages('convert')}</Button>}
      </p>
    </>
  );
}

function RichField(props: FieldProps) {
  const { id, field, readOnly, error } = props;
  const { text, problems, change } = useText(props);
  return (
    <Input.Wrapper
      labelElement="div"
      label={field.label}
      labelProps={{ id: `${id}-label` }}
      error={error}
      errorProps={{ id: `${id}-problem` }}
    >
      <div className="mg-template">
        <RichText
          id={id}
          labelledBy={`${id}-label`}
          describedBy={error === undefined ? undefined : `${id}-problem`}
          value={text}
          onChange={change}
          readOnly={readOnly}
          unknown={problems.flatMap(({ variable }) => variable ?? [])}
        >
          {(insert) => <Tools {...props} insert={insert} />}
        </RichText>
        <Problems problems={problems} />
      </div>
    </Input.Wrapper>
  );
}

function FormattedField(props: FieldProps) {
  const [isSource, setSource] = useState(() => !isEditable(toText(props.value)));
  if (props.draft['send_text_only'] === true) return <p className="mg-counter">{tMessages('textOnly')}</p>;
  return isSource ? <SourceField {...props} convert={() => setSource(false)} /> : <RichField {...props} />;
}

/** The input for the subject, the text and the formatted text of a template. */
export function TemplateField(props: FieldProps) {
  if (props.field.fieldName === 'subject') return <SubjectField {...props} />;
  return props.field.fieldName === 'body' ? <PlainField {...props} /> : <FormattedField {...props} />;
}
