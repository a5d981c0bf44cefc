import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon, useModuleView } from '#ui';
import { INPUT_TYPES } from '../../shared/document.ts';
import { INPUT_ICONS } from '../pages/input-icons.ts';
import { hueClass } from '../pages/recipient-roles.ts';
import { listInputs } from './new-input.ts';
import { addInput, startDrag, type DraggedInput } from './page-sheet.tsx';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

/** Fields of the record that are shown without a search. */
const SHOWN = 8;

interface PaletteItemProps {
  readonly editor: Editor;
  readonly dragged: DraggedInput;
  readonly label: string;
}

/** Adds an input in the middle of the page that is shown; it can also be dragged to its place. */
function PaletteItem({ editor, dragged, label }: PaletteItemProps) {
  const page = editor.state.pages[editor.page];
  return (
    <button
      type="button"
      className="sg-palette-item"
      draggable
      aria-label={tEditor('add', { type: label })}
      disabled={page === undefined}
      onDragStart={(event) => startDrag(event, dragged)}
      onClick={() => page !== undefined && addInput(editor, editor.page, dragged, page.width / 2, page.height / 2)}
    >
      <Icon of={INPUT_ICONS[dragged.type]} />
      <span className="ms-clip">{label}</span>
    </button>
  );
}

/** Fields of the module from whose records the document is filled in. */
export function useRecordFields(module: string): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useModuleView(module, module !== '');
  return (data?.fields ?? [])
    .filter(({ deleted, system }) => deleted !== true && !system)
    .map(({ fieldName, label }) => ({ value: fieldName, label: label ?? fieldName }));
}

function RecordFields({ editor, module }: { readonly editor: Editor; readonly module: string }) {
  const [search, setSearch] = useState('');
  const fields = useRecordFields(module);
  const used = new Set(listInputs(editor.state.pages).map(({ field }) => field.systemFieldName));
  const found = fields.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
  if (module === '') return <p className="ms-muted">{tEditor('fromRecordHelp')}</p>;
  return (
    <>
      <TextInput
        size="xs"
        aria-label={tEditor('searchFields')}
        placeholder={tEditor('searchFields')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className="sg-record-fields">
        {found.slice(0, search === '' ? SHOWN : undefined).map(({ value, label }) => (
          <li key={value} data-used={used.has(value)}>
            <PaletteItem editor={editor} dragged={{ type: 'System Field', label, systemFieldName: value }} label={label} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What can be placed on the pages, for the chosen recipient. */
export function Palette({ editor, module }: { readonly editor: Editor; readonly module: string }) {
  return (
    <div className={`sg-palette ${hueClass(editor.role)}`}>
      <h2 className="sg-heading">
        <span className="sg-swatch" aria-hidden />
        {tEditor('inputsFor', { role: editor.role })}
      </h2>
      <div className="sg-palette-grid">
        {INPUT_TYPES.map((type) => (
          <PaletteItem key={type} editor={editor} dragged={{ type }} label={type} />
        ))}
      </div>
      <h2 className="sg-heading">{tEditor('fromRecord')}</h2>
      <RecordFields editor={editor} module={module} />
    </div>
  );
}
