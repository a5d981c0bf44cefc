import { Switch } from '@mantine/core';
import { Dialog, Kbd, t } from '../../kit/index.ts';
import './shortcuts-dialog.css';

export interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The letters after G with the names of their pages. */
  readonly goKeys: readonly (readonly [string, string])[];
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
}

const KEYS = [
  [['Ctrl', 'K'], 'search'],
  [['?'], 'all'],
  [['J', 'K'], 'move'],
  [['Space'], 'select'],
  [['Shift'], 'extend'],
  [['Enter'], 'open'],
  [['P'], 'peek'],
  [['E'], 'edit'],
  [['S'], 'status'],
  [['N'], 'create'],
  [['F'], 'filter'],
  [['C'], 'call'],
  [['M'], 'mail'],
  [['T'], 'text'],
  [['T'], 'today'],
  [['←', '→'], 'span'],
  [['Ctrl', 'Enter'], 'save'],
  [['F8'], 'nextError'],
  [['Ctrl', 'Z'], 'undo'],
  [['Esc'], 'close'],
] as const;

/** The list of all shortcuts, and the switch that turns single-key shortcuts off. */
export function ShortcutsDialog({ opened, onClose, goKeys, singleKeys, onSingleKeys }: ShortcutsDialogProps) {
  return (
    <Dialog opened={opened} title={t('frame.keys.title')} subtitle={t('frame.keys.help')} onCancel={onClose} dirty={false}>
      <Switch label={t('frame.keys.on')} checked={singleKeys} onChange={(event) => onSingleKeys(event.currentTarget.checked)} />
      <dl className="ms-shortcuts">
        {KEYS.map(([keys, name]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`frame.keys.${name}`)}</dd>
          </div>
        ))}
        {goKeys.map(([letter, label]) => (
          <div key={letter}>
            <dt>
              <Kbd>G</Kbd>
              <Kbd>{letter.toUpperCase()}</Kbd>
            </dt>
            <dd>{t('frame.keys.goTo', { module: label })}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
