import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FieldView, ImportFieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { formatValue } from '../../fields/index.ts';
import { findDropdown, findField } from '../../headless/index.ts';
import { Icon, StatusPill, t } from '../../kit/index.ts';
import type { ShownChoices } from './choices.ts';
import { ConstantsDialog } from './constants-dialog.tsx';
import { usePopulated } from './use-populated.ts';
import type { ImportEdits } from './use-import-edits.ts';

interface ConstantProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
}

function Constant({ module, field, value }: ConstantProps) {
  const shown = usePopulated(field, value);
  const option = field.inputType === 'Dropdown' ? findDropdown(module, field)?.options.find((one) => one.value === value) : undefined;
  return (
    <span className="iw-constant">
      <span className="iw-chip-label">{field.label}</span>{' '}
      {option?.hue === undefined ? (
        <span className="iw-chip-header">{formatValue(module, field, shown)}</span>
      ) : (
        <StatusPill label={option.label} hue={option.hue} />
      )}
    </span>
  );
}

interface ConstantsBarProps {
  readonly module: ModuleView;
  readonly fields: readonly ImportFieldView[];
  readonly choices: ShownChoices;
  readonly edits: ImportEdits;
}

/** The values that all rows get, and the dialog in which they are chosen. */
export function ConstantsBar({ module, fields, choices, edits }: ConstantsBarProps) {
  const [isOpen, setOpen] = useState(false);
  const set = Object.entries(choices.constants).flatMap(([name, value]) => {
    const field = findField(module, name);
    return field === undefined ? [] : [{ field, value }];
  });
  return (
    <>
      <button type="button" className="iw-chip iw-chip-none" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={Plus} />
        <span className="iw-chip-header">{t(set.length === 0 ? 'imports.constants.add' : 'imports.constants.forAll')}</span>
        {set.map(({ field, value }) => (
          <Constant key={field.fieldName} module={module} field={field} value={value} />
        ))}
      </button>
      {isOpen && (
        <ConstantsDialog
          module={module}
          fields={fields}
          choices={choices}
          onSave={(constants) => {
            edits.change({ constants });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
