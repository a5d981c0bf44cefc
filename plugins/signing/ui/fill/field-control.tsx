import { Checkbox, NumberInput, Radio, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '#engine/model';
import { Button, FieldError, getErrorMessage, useAction } from '#ui';
import type { FillServer, PictureUse, SignatureMake, StoredPicture } from './fill-contract.ts';
import type { FillField } from './fill-fields.ts';
import { SignatureControl } from './signature-control.tsx';
import { tFill } from './texts.ts';

const MAX_FILE = 10_000_000;
const FILE_TYPES = '.pdf,.png,.jpg,.jpeg,.webp';

interface ControlProps {
  readonly field: FillField;
  readonly value: JsonValue | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const orNone = (text: string): string | undefined => (text === '' ? undefined : text);

/** Props that all inputs share. Mantine connects label and error with the input. */
function shared({ field, error }: ControlProps) {
  return { label: field.input.field.label, required: field.isRequired, error, size: 'md' } as const;
}

const MASKS: { readonly [format: string]: string } = { Phone: '000-000-0000', Zip: '00000', SSN: '000-00-0000' };
/** Digits with the dashes of a format, as they are typed. */
function applyMask(text: string, format: string | undefined): string {
  const mask = MASKS[format ?? ''];
  if (mask === undefined) return format === 'Uppercase' ? text.toUpperCase() : text;
  const digits = text.replace(/\D/g, '');
  let at = 0;
  let masked = '';
  for (const character of mask) {
    if (at >= digits.length) break;
    masked += character === '0' ? (digits[at++] ?? '') : character;
  }
  return masked;
}

function TextControl(props: ControlProps) {
  const { input } = props.field;
  const { formatting, overflow, maxLength } = input.field;
  const change = (text: string) => props.onChange(orNone(applyMask(text, formatting)));
  const more = { ...shared(props), value: textOf(props.value), ...(maxLength === undefined ? {} : { maxLength }) };
  if (overflow === 'Wrap') return <Textarea {...more} autosize minRows={3} onChange={(event) => change(event.target.value)} />;
  const { inputType } = input.type;
  const mask = MASKS[formatting ?? ''];
  return (
    <TextInput
      {...more}
      type={inputType === 'Email' ? 'email' : 'text'}
      {...(mask === undefined ? {} : { placeholder: mask, inputMode: 'numeric' as const })}
      {...(inputType === 'Full Name' ? { autoComplete: 'name' } : {})}
      {...(inputType === 'Email' ? { autoComplete: 'email' } : {})}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function ChoiceControl(props: ControlProps) {
  const { field, value, onChange } = props;
  if (field.input.type.inputType === 'Dropdown')
    return (
      <Select
        {...shared(props)}
        data={[...field.options]}
        placeholder={tFill('choose')}
        clearable={!field.isRequired}
        value={orNone(textOf(value)) ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <Radio.Group {...shared(props)} value={textOf(value)} onChange={(next) => onChange(next)}>
      <div className="sg-radios">
        {field.options.map((option) => (
          <Radio key={option} value={option} label={option} size="md" />
        ))}
      </div>
    </Radio.Group>
  );
}

interface FileControlProps extends ControlProps {
  readonly addFile: FillServer['addFile'];
}

function FileControl({ field, value, error, onChange, addFile }: FileControlProps) {
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const [name, setName] = useState('');
  const isAdded = textOf(value) !== '';
  const choose = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > MAX_FILE) return setProblem(tFill('fileTooLarge'));
    setProblem('');
    run(async () => {
      onChange(await addFile(field.input.id, file));
      setName(file.name);
    });
  };
  return (
    <div className="sg-form">
      <label className="sg-upload">
        <span>
          {field.input.field.label}
          {field.isRequired && <span className="ms-required"> *</span>}
        </span>
        <input type="file" accept={FILE_TYPES} onChange={(event) => choose(event.target.files?.[0])} />
        <span className="ms-muted">{tFill('fileHelp')}</span>
      </label>
      <p role="status">{isBusy ? tFill('uploading') : isAdded && (name || tFill('fileAdded'))}</p>
      {isAdded && <Button onClick={() => onChange(undefined)}>{tFill('remove')}</Button>}
      {(problem || error) && <FieldError>{problem || (error ?? '')}</FieldError>}
    </div>
  );
}

/** Kinds of inputs that are not a text. */
function SimpleControl(props: ControlProps) {
  const { field, value, onChange } = props;
  switch (field.input.type.inputType) {
    case 'Checkbox':
      return (
        <Checkbox
          label={field.input.field.label}
          size="md"
          error={props.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
        />
      );
    case 'Number':
      return (
        <NumberInput
          {...shared(props)}
          hideControls
          inputMode="decimal"
          value={typeof value === 'number' ? value : textOf(value)}
          onChange={(next) => onChange(next === '' ? undefined : next)}
        />
      );
    case 'Dropdown':
    case 'Radio Group':
      return <ChoiceControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

interface FieldControlProps extends ControlProps {
  readonly server: FillServer;
  readonly pictures: readonly StoredPicture[];
  readonly hasInitials: boolean;
  /** Name of the recipient. */
  readonly name: string;
  readonly onPicture: (picture: StoredPicture) => void;
  /** A signature was placed: goes to the next field. */
  readonly onPlaced: () => void;
}

/** What a field is filled in with. */
export function FieldControl(props: FieldControlProps) {
  const { field, value, error, onChange, server, pictures, hasInitials, name, onPicture, onPlaced } = props;
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const { inputType } = field.input.type;
  if (inputType === 'File') return <FileControl {...{ field, value, error, onChange }} addFile={server.addFile} />;
  if (inputType !== 'Signature' && inputType !== 'Initials') return <SimpleControl {...{ field, value, error, onChange }} />;
  const use: PictureUse = inputType;
  const place = ({ kind, path }: StoredPicture): void => {
    onChange({ kind, path });
    onPlaced();
  };
  const make = (kind: SignatureMake, content: string, uses: readonly PictureUse[]): void =>
    run(async () => {
      setProblem('');
      const [own, ...others] = await Promise.all(uses.map((one) => server.addPicture(one, kind, content)));
      for (const picture of others) onPicture(picture);
      if (own === undefined) return;
      onPicture(own);
      place(own);
    });
  return (
    <>
      <SignatureControl
        use={use}
        name={name}
        stored={pictures}
        pictureUrl={server.pictureUrl}
        hasInitials={hasInitials}
        isBusy={isBusy}
        onUse={place}
        onMake={make}
      />
      {(problem || error) && <FieldError>{problem || (error ?? '')}</FieldError>}
    </>
  );
}
