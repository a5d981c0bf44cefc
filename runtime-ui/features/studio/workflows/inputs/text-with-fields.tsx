import { Textarea, TextInput } from '@mantine/core';
import { Braces } from 'lucide-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { Button, t } from '../../../../kit/index.ts';
import { PathChoice } from './field-selects.tsx';

interface TextWithFieldsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength: number;
  /** It has several lines; default: one. */
  readonly isLong?: boolean;
  readonly required?: boolean;
}

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** A text with variables: a field is inserted at the cursor. */
export function TextWithFields({ label, value, onChange, maxLength, isLong = false, required = false }: TextWithFieldsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [path, setPath] = useState('');
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = () => {
    const element = input.current;
    const [start, end] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length];
    onChange(`${value.slice(0, start)}{{ ${path} }}${value.slice(end)}`);
    setChoosing(false);
    setPath('');
    element?.focus();
  };
  const common = {
    ref: input,
    label,
    value,
    maxLength,
    required,
    onChange: (event: Typed) => onChange(event.currentTarget.value),
  };
  return (
    <div className="sw-text">
      {isLong ? <Textarea {...common} autosize minRows={3} maxRows={14} /> : <TextInput {...common} />}
      {isChoosing ? (
        <div className="sw-insert" role="group" aria-label={t('studioWorkflows.text.insertInto', { label })}>
          <PathChoice label={t('studioWorkflows.text.field')} isLabelHidden value={path} onChange={setPath} />
          <Button size="sm" disabled={path === ''} onClick={insert}>
            {t('studioWorkflows.text.insert')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setChoosing(false)}>
            {t('studioWorkflows.text.cancel')}
          </Button>
        </div>
      ) : (
        <Button
          size="xs"
          variant="quiet"
          icon={Braces}
          aria-label={t('studioWorkflows.text.insertInto', { label })}
          onClick={() => setChoosing(true)}
        >
          {t('studioWorkflows.text.insertField')}
        </Button>
      )}
    </div>
  );
}
