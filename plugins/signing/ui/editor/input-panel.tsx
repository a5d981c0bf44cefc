import { NumberInput, Select } from '@mantine/core';
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  ArrowDown,
  ArrowUp,
  Copy,
  Files,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { EmptyState, Icon, IconButton } from '#ui';
import type { DocumentInput, DocumentPage, InputPlace } from '../../shared/document.ts';
import { INPUT_ICONS } from '../pages/input-icons.ts';
import { hueClass, RECIPIENT_ROLES } from '../pages/recipient-roles.ts';
import { ConditionPanel } from './condition-panel.tsx';
import { FieldSettings } from './field-settings.tsx';
import { ALIGNMENTS, type Alignment } from './geometry.ts';
import { listInputs } from './new-input.ts';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

const ALIGN_ICONS: { readonly [alignment in Alignment]: LucideIcon } = {
  left: AlignStartVertical,
  center: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
};
const SIZES = ['x', 'y', 'width', 'height'] as const;

function PlaceSettings({ editor, input }: { readonly editor: Editor; readonly input: DocumentInput }) {
  const set = (part: keyof InputPlace, value: number) =>
    editor.dispatch({ kind: 'place', places: { [input.id]: { ...input.place, [part]: value } }, step: `${part}-${input.id}` });
  return (
    <div className="sg-place">
      {SIZES.map((part) => (
        <NumberInput
          key={part}
          size="xs"
          hideControls
          label={tEditor(part)}
          value={input.place[part]}
          onChange={(value) => typeof value === 'number' && set(part, value)}
        />
      ))}
    </div>
  );
}

function AlignButtons({ editor }: { readonly editor: Editor }) {
  return (
    <div className="sg-buttons">
      {ALIGNMENTS.map((alignment) => (
        <IconButton
          key={alignment}
          icon={ALIGN_ICONS[alignment]}
          size="sm"
          variant="default"
          label={tEditor(`align.${alignment}`)}
          onClick={() => editor.dispatch({ kind: 'align', alignment })}
        />
      ))}
    </div>
  );
}

function CopyButtons({ editor }: { readonly editor: Editor }) {
  const { dispatch } = editor;
  return (
    <>
      <IconButton icon={Copy} size="sm" label={tEditor('duplicate')} onClick={() => dispatch({ kind: 'duplicate' })} />
      <IconButton icon={Files} size="sm" label={tEditor('copyToPages')} onClick={() => dispatch({ kind: 'copyToPages' })} />
      <IconButton icon={Trash2} size="sm" label={tEditor('remove')} onClick={() => dispatch({ kind: 'delete' })} />
    </>
  );
}

function TabOrder({ editor, page, input }: { readonly editor: Editor; readonly page: DocumentPage; readonly input: DocumentInput }) {
  const at = page.inputs.indexOf(input);
  return (
    <div className="sg-buttons">
      <span>{tEditor('tabOrder', { number: at + 1, total: page.inputs.length })}</span>
      <IconButton
        icon={ArrowUp}
        size="xs"
        label={tEditor('earlier')}
        disabled={at === 0}
        onClick={() => editor.dispatch({ kind: 'reorder', by: -1 })}
      />
      <IconButton
        icon={ArrowDown}
        size="xs"
        label={tEditor('later')}
        disabled={at === page.inputs.length - 1}
        onClick={() => editor.dispatch({ kind: 'reorder', by: 1 })}
      />
    </div>
  );
}

/** Sets properties of an object; undefined removes one. */
function assign<T extends object>(object: T, changes: object): T {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

function OneInput({ editor, input }: { readonly editor: Editor; readonly input: DocumentInput }) {
  const { state, dispatch } = editor;
  const pageIndex = state.pages.findIndex(({ inputs }) => inputs.includes(input));
  const page = state.pages[pageIndex];
  const change = (part: string, apply: (input: DocumentInput) => DocumentInput) =>
    dispatch({ kind: 'change', id: input.id, change: apply, step: `${part}-${input.id}` });
  return (
    <>
      <header className={`sg-panel-head ${hueClass(input.assigned_to)}`}>
        <Icon of={INPUT_ICONS[input.type.inputType]} />
        <div>
          <h2 className="ms-clip">{input.field.label}</h2>
          <p className="ms-muted">{tEditor('kindOnPage', { type: input.type.inputType, page: pageIndex + 1 })}</p>
        </div>
        <CopyButtons editor={editor} />
      </header>
      <section className="sg-panel">
        <Select
          size="xs"
          label={tEditor('filledBy')}
          allowDeselect={false}
          data={RECIPIENT_ROLES.filter(
            (role) => editor.roles.includes(role) || role === input.assigned_to || !role.startsWith('Participant'),
          )}
          value={input.assigned_to}
          onChange={(role) => change('role', (one) => ({ ...one, assigned_to: role ?? one.assigned_to }))}
        />
        <FieldSettings
          key={input.id}
          editor={editor}
          input={input}
          onChange={(field) => change(Object.keys(field).join('-'), (one) => ({ ...one, field: assign(one.field, field) }))}
        />
      </section>
      <section className="sg-panel">
        <h3>{tEditor('conditions')}</h3>
        <ConditionPanel
          input={input}
          others={listInputs(state.pages).filter(({ id }) => id !== input.id)}
          onChange={(condition) => change('condition', (one) => assign(one, { conditionsControl: condition }))}
        />
      </section>
      <section className="sg-panel">
        <h3>{tEditor('placeAndSize')}</h3>
        <PlaceSettings editor={editor} input={input} />
        <AlignButtons editor={editor} />
        {page !== undefined && <TabOrder editor={editor} page={page} input={input} />}
      </section>
    </>
  );
}

/** The settings of what is selected. */
export function InputPanel({ editor }: { readonly editor: Editor }) {
  const { selected, pages } = editor.state;
  const [input, ...more] = listInputs(pages).filter(({ id }) => selected.includes(id));
  if (input === undefined) return <EmptyState compact title={tEditor('nothingSelected')} help={tEditor('nothingSelectedHelp')} />;
  if (more.length === 0) return <OneInput editor={editor} input={input} />;
  return (
    <section className="sg-panel">
      <h2 className="sg-heading">{tEditor('several', { count: more.length + 1 })}</h2>
      <div className="sg-buttons">
        <CopyButtons editor={editor} />
      </div>
      <AlignButtons editor={editor} />
    </section>
  );
}
