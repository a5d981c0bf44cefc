import { useId, useState } from 'react';
import { Button, findIcon, Icon, Popover, SearchInput, t } from '../../../kit/index.ts';

/** The icons for modules, by their lucide names: those that the product loads. */
const ICONS = [
  'box',
  'briefcase',
  'building',
  'building-2',
  'calendar',
  'clipboard',
  'clipboard-check',
  'contact',
  'file-text',
  'hourglass',
  'house',
  'inbox',
  'key-round',
  'list-checks',
  'mail',
  'map-pin',
  'megaphone',
  'plane',
  'send',
  'star',
  'timer',
  'trophy',
  'user',
  'users',
  'leaf',
  'library',
  'lock',
  'map',
  'medal',
  'message-square',
  'microscope',
  'monitor',
  'music',
  'notebook',
  'package',
  'paperclip',
  'percent',
  'phone',
  'piggy-bank',
  'pill',
  'qr-code',
  'receipt',
  'rocket',
  'scale',
  'school',
  'server',
  'shield',
  'ship',
  'shopping-cart',
  'signature',
  'smile',
  'stethoscope',
  'store',
  'syringe',
  'tag',
  'target',
  'ticket',
  'train',
  'tree-pine',
  'truck',
  'umbrella',
  'utensils',
  'video',
  'wallet',
  'warehouse',
  'workflow',
  'wrench',
  'zap',
] as const;

export interface IconPickerProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (icon: string) => void;
}

/** Chooses the icon of a module from the set. */
export function IconPicker({ label, value, onChange }: IconPickerProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [words, setWords] = useState('');
  const names = [...new Set([...ICONS, value])].filter((name) => name.includes(words.trim().toLowerCase().replaceAll(' ', '-')));
  const button = (
    <Button
      id={id}
      icon={findIcon(value)}
      aria-label={`${label}: ${value}`}
      aria-expanded={opened}
      aria-haspopup="dialog"
      onClick={() => setOpened(!opened)}
    >
      {value}
    </Button>
  );
  return (
    <div className="sf-field">
      <label htmlFor={id}>{label}</label>
      <Popover target={button} opened={opened} onClose={() => setOpened(false)} label={label} width={320} position="bottom-start">
        <div className="sf-icons">
          <SearchInput label={t('studioFields.findIcon')} value={words} onChange={setWords} />
          <div className="sf-icon-grid">
            {names.map((name) => (
              <button
                key={name}
                type="button"
                aria-label={name}
                title={name}
                aria-pressed={name === value}
                onClick={() => {
                  onChange(name);
                  setOpened(false);
                }}
              >
                <Icon of={findIcon(name)} />
              </button>
            ))}
          </div>
        </div>
      </Popover>
    </div>
  );
}
