import { TextInput, type TextInputProps } from '@mantine/core';
import { Search } from 'lucide-react';
import { Icon } from './icon.tsx';

export interface SearchInputProps extends Omit<TextInputProps, 'type' | 'label' | 'placeholder' | 'leftSection' | 'value' | 'onChange'> {
  /** What is searched, for screen readers and as the placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** Searches what is shown: a text input with a magnifier. */
export function SearchInput({ label, onChange, className = '', ...input }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      className={`ms-find ${className}`}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon of={Search} size={14} />}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}
