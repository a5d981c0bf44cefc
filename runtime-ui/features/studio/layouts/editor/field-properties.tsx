import { NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { Trash2, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { LayoutDefinition, LayoutField } from '#engine/model/definitions';
import { wantsFullWidth } from '../../../../fields/widgets/index.ts';
import type { LayoutItem } from '../../../../headless/index.ts';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { changeField, findPlaced, type Changes } from '../model/layout-edit.ts';
import { nameItem } from '../model/palette.ts';
import type { ViewTraits } from '../model/view-traits.ts';
import { FieldIcon } from './field-icon.tsx';
import { useEditorActions } from './use-editor.ts';

interface TextPropertyProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly action?: ReactNode;
  readonly onCommit: (text: string) => void;
}

/** A text that changes the layout when it is left, or with Enter: a change per letter would be an undo step each. */
export function TextProperty({ label, value, placeholder, action, onCommit }: TextPropertyProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const commit = () => {
    if (typed !== undefined && typed.trim() !== value) onCommit(typed.trim());
    setTyped(undefined);
  };
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      placeholder={placeholder}
      maxLength={200}
      rightSection={action}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}

interface FieldPropertiesProps {
  readonly item: LayoutItem;
  readonly layout: LayoutDefinition;
  readonly traits: ViewTraits;
  /** Cost, and where else the field is. */
  readonly children?: ReactNode;
}

const DEFAULT_WIDTH = 140;

/** The properties of a field in the layout. */
export function FieldProperties({ item, layout, traits, children }: FieldPropertiesProps) {
  const actions = useEditorActions();
  const { fieldName, field, label } = item;
  const placed: LayoutField = findPlaced(layout, fieldName) ?? { fieldName };
  const change = (changes: Changes<Omit<LayoutField, 'fieldName'>>) => actions.edit((before) => changeField(before, fieldName, changes));
  const ownLabel = field?.label ?? label;
  return (
    <div className="sl-properties">
      <div className="sl-subject">
        {field && <FieldIcon inputType={field.inputType} />}
        <div>
          <h2>{nameItem(item)}</h2>
          <code>{fieldName}</code>
        </div>
      </div>
      {field === undefined && <p className="sl-warning">{t('studioLayout.lostField')}</p>}
      <TextProperty
        label={t('studioLayout.labelHere')}
        value={placed.label ?? ''}
        placeholder={ownLabel}
        onCommit={(text) => change({ label: text === '' || text === ownLabel ? undefined : text })}
        action={
          placed.label !== undefined && (
            <IconButton icon={Undo2} size="xs" label={t('studioLayout.resetLabel')} onClick={() => change({ label: undefined })} />
          )
        }
      />
      {traits.hasTwoColumns && field !== undefined && !wantsFullWidth(field) && (
        <div className="sl-property">
          <span id="sl-width">{t('studioLayout.width')}</span>
          <SegmentedControl
            aria-labelledby="sl-width"
            fullWidth
            value={placed.span === 2 ? 'full' : 'half'}
            data={[
              { value: 'half', label: t('studioLayout.half') },
              { value: 'full', label: t('studioLayout.full') },
            ]}
            onChange={(value) => change({ span: value === 'full' ? 2 : undefined })}
          />
        </div>
      )}
      {traits.look === 'columns' && (
        <>
          <NumberInput
            label={t('studioLayout.columnWidth')}
            value={placed.width ?? ''}
            placeholder={String(DEFAULT_WIDTH)}
            min={40}
            max={800}
            allowDecimal={false}
            suffix=" px"
            onChange={(value) => {
              const width = Number(value);
              if (value === '') change({ width: undefined });
              else if (width >= 40 && width <= 800) change({ width });
            }}
          />
          <Switch
            label={t('studioLayout.shownAtFirst')}
            description={t('studioLayout.shownAtFirstHelp')}
            checked={placed.hidden !== true}
            onChange={({ currentTarget }) => change({ hidden: currentTarget.checked ? undefined : true })}
          />
        </>
      )}
      {traits.hasReadOnly && (
        <Switch
          label={t('studioLayout.readOnlyHere')}
          checked={placed.readOnly === true}
          onChange={({ currentTarget }) => change({ readOnly: currentTarget.checked ? true : undefined })}
        />
      )}
      {children}
      <Button variant="danger-quiet" size="sm" icon={Trash2} onClick={() => actions.remove(`field:${fieldName}`)}>
        {t('studioLayout.takeAway')}
      </Button>
    </div>
  );
}
