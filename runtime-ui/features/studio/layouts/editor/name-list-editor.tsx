import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { listAbsentNames, placeName, removeName, stepName } from '../model/name-list.ts';

export interface NamedThing {
  readonly name: string;
  readonly label: string;
}

interface NameListEditorProps {
  readonly title: string;
  /** Everything that can be in the list. */
  readonly all: readonly NamedThing[];
  /** Undefined: all, in their own order. */
  readonly value: readonly string[] | undefined;
  readonly onChange: (value: readonly string[] | undefined) => void;
}

/** An ordered list of names: related lists, or panels of the side pane. */
export function NameListEditor({ title, all, value, onChange }: NameListEditorProps) {
  const names = all.map(({ name }) => name);
  const labelOf = (name: string): string => all.find((one) => one.name === name)?.label ?? name;
  const shown = value ?? names;
  const absent = listAbsentNames(value, names);
  return (
    <fieldset className="sl-names">
      <legend>{title}</legend>
      {shown.length === 0 && <p className="sl-note">{t('studioLayout.noNames')}</p>}
      <ul>
        {shown.map((name, index) => {
          const thing = { name: labelOf(name) };
          return (
            <li key={name}>
              <span className="ms-clip">{thing.name}</span>
              <IconButton
                icon={ArrowUp}
                size="xs"
                label={t('studioLayout.moveNameUp', thing)}
                disabled={index === 0}
                onClick={() => onChange(stepName(value, names, name, -1))}
              />
              <IconButton
                icon={ArrowDown}
                size="xs"
                label={t('studioLayout.moveNameDown', thing)}
                disabled={index === shown.length - 1}
                onClick={() => onChange(stepName(value, names, name, 1))}
              />
              <IconButton
                icon={X}
                size="xs"
                label={t('studioLayout.removeName', thing)}
                onClick={() => onChange(removeName(value, names, name))}
              />
            </li>
          );
        })}
      </ul>
      {absent.map((name) => (
        <Button key={name} variant="quiet" size="xs" icon={Plus} onClick={() => onChange(placeName(value, names, name))}>
          {labelOf(name)}
        </Button>
      ))}
      {value !== undefined && (
        <Button variant="quiet" size="xs" onClick={() => onChange(undefined)}>
          {t('studioLayout.allNames')}
        </Button>
      )}
    </fieldset>
  );
}
