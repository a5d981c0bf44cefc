import { Checkbox } from '@mantine/core';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { foldText } from '#engine/model/values';
import type { FieldView, ImportCellView, ModuleView } from '#engine/model/wire';
import { findDropdown } from '../../headless/index.ts';
import { Button, Icon, Kbd, Popover, t } from '../../kit/index.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Options that are offered at once. */
const MAX_CHOICES = 30;

/** What a cell may mean: the suggestions first, then the options of its field; with typed words those that contain them. */
function listChoices(cell: ImportCellView, options: readonly Choice[], typed: string | undefined): readonly Choice[] {
  const suggested = cell.problem?.suggestions ?? [];
  if (typed === undefined && suggested.length > 0) return suggested;
  const all = [...suggested, ...options.filter(({ value }) => !suggested.some((one) => one.value === value))];
  const words = foldText(typed ?? '');
  return all.filter(({ label }) => foldText(label).includes(words)).slice(0, MAX_CHOICES);
}

export interface CellEditorProps {
  readonly module: ModuleView;
  /** The field of its column; undefined: it is not known. */
  readonly field: FieldView | undefined;
  readonly label: string;
  readonly cell: ImportCellView;
  /** Null empties the cell. `forAll`: all cells of the column with the same text. */
  readonly onCorrect: (value: string | null, forAll: boolean) => void;
  /** The text of the file is used again. */
  readonly onRestore: () => void;
  readonly onClose: () => void;
}

/** Corrects a cell in its place: Enter accepts the marked suggestion or the typed text, Esc leaves the cell as it is. */
export function CellEditor(props: CellEditorProps) {
  const { module, field, label, cell, onCorrect, onRestore, onClose } = props;
  const base = useId();
  const input = useRef<HTMLInputElement>(null);
  const all = useRef<HTMLInputElement>(null);
  const sameText = cell.isCorrected ? 1 : (cell.problem?.sameText ?? 1);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [active, setActive] = useState(0);
  const [isForAll, setForAll] = useState(sameText > 1);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const options = (field === undefined ? [] : (findDropdown(module, field)?.options ?? [])).filter(({ retired }) => retired !== true);
  const choices = typed === '' ? [] : listChoices(cell, options, typed);
  const chosen = choices[Math.min(active, choices.length - 1)];
  const accept = (value: string | undefined = chosen?.value ?? typed) => {
    if (value === undefined) return onClose();
    onCorrect(value.trim() === '' ? null : value, isForAll);
  };
  const move = (by: number) => setActive((at) => (choices.length === 0 ? 0 : (at + by + choices.length) % choices.length));
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: { readonly [key: string]: (() => void) | undefined } = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => accept(),
      Escape: onClose,
      // The list is elsewhere in the document: without this the focus would go to the next cell.
      Tab: event.shiftKey || all.current === null ? undefined : () => all.current?.focus(),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  // The popover adds which list it controls, and that it is open.
  const target = (
    <input
      ref={input}
      className="iw-cell-input"
      role="combobox"
      aria-label={label}
      aria-activedescendant={chosen === undefined ? undefined : `${base}-${choices.indexOf(chosen)}`}
      aria-describedby={cell.problem === null ? undefined : `${base}-problem`}
      value={typed ?? cell.text}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setActive(0);
      }}
      onKeyDown={onKeyDown}
    />
  );
  return (
    <Popover opened keepFocus onClose={onClose} label={t('imports.cell.menu', { label })} target={target}>
      {cell.problem !== null && (
        <p id={`${base}-problem`} className="iw-note">
          {t('imports.cell.problem', { text: cell.text, problem: cell.problem.text })}
        </p>
      )}
      <ul id={`${base}-list`} role="listbox" aria-label={t('imports.cell.suggestions')} className="iw-options">
        {choices.map((choice, at) => (
          <li
            key={choice.value}
            id={`${base}-${at}`}
            role="option"
            aria-selected={choice === chosen}
            className={`iw-option ${choice === chosen ? 'iw-option-active' : ''}`}
            onMouseMove={() => setActive(at)}
            onClick={() => accept(choice.value)}
          >
            <span className="iw-option-icon">{choice === chosen && <Icon of={Check} />}</span>
            <span className="iw-option-label">{choice.label}</span> {choice === chosen && <Kbd>Enter</Kbd>}
          </li>
        ))}
      </ul>
      {typed === '' && <p className="iw-note">{t('imports.cell.emptied')}</p>}
      {sameText > 1 && (
        <Checkbox
          ref={all}
          className="iw-cell-all"
          checked={isForAll}
          label={t('imports.cell.forAll', { count: sameText, text: cell.text })}
          onChange={(event) => setForAll(event.currentTarget.checked)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') accept();
            if (event.key === 'Escape') onClose();
          }}
        />
      )}
      <div className="iw-cell-actions">
        {cell.isCorrected && (
          <Button size="sm" variant="quiet" onClick={onRestore}>
            {t('imports.cell.restore')}
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button size="sm" variant="primary" onClick={() => accept()}>
          {t('imports.cell.use')}
        </Button>
      </div>
    </Popover>
  );
}
