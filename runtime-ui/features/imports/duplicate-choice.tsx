import { Checkbox } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { IMPORT_DUPLICATE_ACTIONS, type ImportDuplicates, type ImportFieldView } from '#engine/model/wire';
import { lowercaseLabel } from '#engine/model/values';
import { Button, Icon, Popover, t } from '../../kit/index.ts';
import type { ShownChoices } from './choices.ts';

interface DuplicateChoiceProps {
  readonly choices: ShownChoices;
  readonly fields: readonly ImportFieldView[];
  /** Rows that match a record, and the records' name for people. */
  readonly matches: number;
  readonly records: string;
  readonly onChange: (duplicates: ImportDuplicates) => void;
}

/** By which fields rows are compared with records, and what happens to a row that matches one. */
export function DuplicateChoice({ choices, fields, matches, records, onChange }: DuplicateChoiceProps) {
  const { duplicates, columns } = choices;
  const base = useId();
  const offered = fields.filter(({ field, canMatch }) => canMatch && columns.some((column) => column.field === field));
  if (offered.length === 0) return null;
  const isCompared = duplicates.by.length > 0;
  return (
    <section aria-labelledby={`${base}-title`}>
      <div className="iw-line">
        <h3 id={`${base}-title`} className="iw-pane-title iw-grow">
          {isCompared ? t('imports.duplicates.matches', { count: matches, records }) : t('imports.duplicates.notCompared')}
        </h3>
        <MatchFields offered={offered} duplicates={duplicates} onChange={(by) => onChange({ ...duplicates, by })} />
      </div>
      {isCompared && (
        <div role="radiogroup" aria-labelledby={`${base}-title`} className="iw-radios">
          {IMPORT_DUPLICATE_ACTIONS.map((action) => (
            <label key={action} className={`iw-radio ${action === duplicates.action ? 'iw-radio-chosen' : ''}`}>
              <input
                type="radio"
                name={base}
                className="ms-radio"
                checked={action === duplicates.action}
                onChange={() => onChange({ ...duplicates, action })}
              />
              <span>
                <span className="iw-radio-label">{t(`imports.duplicates.${action}`)}</span>
                <span className="iw-radio-help">{t(`imports.duplicates.help.${action}`, { records })}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </section>
  );
}

interface MatchFieldsProps {
  readonly offered: readonly ImportFieldView[];
  readonly duplicates: ImportDuplicates;
  readonly onChange: (by: readonly string[]) => void;
}

/** The fields by which rows are compared: 'by mobile or e-mail'. */
function MatchFields({ offered, duplicates: { by }, onChange }: MatchFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const names = offered.filter(({ field }) => by.includes(field)).map(({ label }) => lowercaseLabel(label));
  const text =
    names.length === 0 ? t('imports.duplicates.compare') : t('imports.duplicates.by', { fields: names.join(t('imports.duplicates.or')) });
  return (
    <Popover
      opened={isOpen}
      onClose={() => setOpen(false)}
      label={t('imports.duplicates.fields')}
      width={240}
      position="bottom-end"
      target={
        <Button size="xs" variant="quiet" className="iw-by" trailing={<Icon of={ChevronDown} size={14} />} onClick={() => setOpen(!isOpen)}>
          {text}
        </Button>
      }
    >
      <div className="iw-checks">
        {offered.map(({ field, label }) => (
          <Checkbox
            key={field}
            label={label}
            checked={by.includes(field)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...by, field] : by.filter((one) => one !== field))}
          />
        ))}
      </div>
    </Popover>
  );
}
