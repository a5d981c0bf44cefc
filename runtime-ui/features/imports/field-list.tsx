import { Check } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { foldText } from '#engine/model/values';
import type { ImportColumnView, ImportFieldView } from '#engine/model/wire';
import { Icon, SearchInput, t } from '../../kit/index.ts';
import { areRivals } from './choices.ts';
import { iconOfType } from '../../fields/values/index.ts';

interface Option {
  /** Null: the column is not imported. */
  readonly field: string | null;
  readonly label: string;
  readonly inputType: string | null;
  /** Said after the label: which column is imported as it now, or that it says only which record is meant. */
  readonly note: string;
}

function listOptions(
  fields: readonly ImportFieldView[],
  columns: readonly ImportColumnView[],
  index: number,
  words: string,
): readonly Option[] {
  const wanted = foldText(words);
  const found = fields.filter(({ label, field }) => wanted === '' || foldText(label).includes(wanted) || foldText(field).includes(wanted));
  const options = found.map(({ field, label, inputType, matchOnly }): Option => {
    const other = columns.find((column) => column.index !== index && areRivals(column.field, field));
    const note =
      other === undefined ? (matchOnly ? t('imports.columns.matchOnly') : '') : t('imports.columns.usedBy', { header: other.header });
    return { field, label, inputType, note };
  });
  return wanted === '' ? [{ field: null, label: t('imports.columns.none'), inputType: null, note: '' }, ...options] : options;
}

interface FieldListProps {
  readonly fields: readonly ImportFieldView[];
  readonly columns: readonly ImportColumnView[];
  /** The column that a field is chosen for. */
  readonly column: ImportColumnView;
  readonly onChoose: (field: string | null) => void;
}

/** Searches and chooses the field that a column is imported as; arrow keys move, Enter chooses. */
export function FieldList({ fields, columns, column, onChoose }: FieldListProps) {
  const base = useId();
  const [words, setWords] = useState('');
  const options = listOptions(fields, columns, column.index, words);
  const chosen = options.findIndex(({ field }) => field === column.field);
  const [moved, setMoved] = useState<number | undefined>(undefined);
  const at = Math.min(moved ?? Math.max(0, words === '' ? chosen : 0), options.length - 1);
  const move = (to: number) => {
    const next = (to + options.length) % options.length;
    setMoved(next);
    document.getElementById(`${base}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: { readonly [key: string]: (() => void) | undefined } = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Enter: () => {
        const option = options[at];
        if (option !== undefined) onChoose(option.field);
      },
    };
    const act = options.length === 0 ? undefined : moves[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <SearchInput
        data-autofocus
        label={t('imports.columns.search')}
        value={words}
        role="combobox"
        aria-expanded
        aria-controls={`${base}-list`}
        aria-activedescendant={options.length === 0 ? undefined : `${base}-${at}`}
        onChange={(next) => {
          setWords(next);
          setMoved(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {options.length === 0 && <p className="iw-note">{t('imports.columns.noField')}</p>}
      <ul id={`${base}-list`} role="listbox" aria-label={t('imports.columns.fields')} className="iw-options">
        {options.map(({ field, label, inputType, note }, place) => (
          <li
            key={field ?? ''}
            id={`${base}-${place}`}
            role="option"
            aria-selected={field === column.field}
            className={`iw-option ${place === at ? 'iw-option-active' : ''}`}
            onMouseMove={() => setMoved(place)}
            onClick={() => onChoose(field)}
          >
            {field === null ? <span className="iw-option-icon" /> : <Icon of={iconOfType(inputType)} />}
            <span className="iw-option-label">{label}</span> {note !== '' && <span className="iw-option-note">{note}</span>}
            {field === column.field && <Icon of={Check} size={14} />}
          </li>
        ))}
      </ul>
    </>
  );
}
