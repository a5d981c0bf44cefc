import { useRef } from 'react';
import type { ShellView } from '#engine/model/wire';
import {
  type SideBarGroup,
  Dialog,
  findIcon,
  Icon,
  t,
  TextLink,
  Button,
  setTheme,
  THEMES,
  useTheme,
  type TextKey,
} from '../../kit/index.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { listCreatable, toNewRoute } from './use-menu.ts';
import { QuickSearch } from './quick-search.tsx';
import './theme-dialog.css';

/** The list of modules to create a record in, on a phone, full screen. */
function CreateSheet({ shell, opened, onClose }: { readonly shell: ShellView; readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Dialog opened={opened} title={t('frame.top.createTitle')} size="confirm" onCancel={onClose}>
      <ul className="ms-more">
        {listCreatable(shell).map((module) => (
          <li key={module.name}>
            <TextLink look="bare" className="ms-side-item" href={toNewRoute(shell, module.name)} onClick={onClose}>
              <Icon of={findIcon(module.icon)} size={20} /> {module.labelSingular}
            </TextLink>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Search on a phone, full screen. */
function SearchSheet({
  shell,
  menu,
  opened,
  onClose,
  onAllKeys,
}: {
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onAllKeys: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog opened={opened} title={t('frame.top.search')} size="confirm" onCancel={onClose} dirty={false}>
      <QuickSearch shell={shell} menu={menu} inputRef={input} withHistory onShortcuts={onAllKeys} onDone={onClose} />
    </Dialog>
  );
}

/** All twelve themes, each on its own surface; a choice is applied at once. */
function ThemeDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { name } = useTheme();
  return (
    <Dialog
      opened={opened}
      title={t('frame.user.theme')}
      subtitle={t('frame.themes.help')}
      size="choice"
      onCancel={onClose}
      dirty={false}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('actions.done')}
        </Button>
      }
    >
      <div role="radiogroup" aria-label={t('frame.user.theme')} className="ms-themes">
        {THEMES.map((row) => (
          <label key={row.name} className="ms-theme" data-chosen={row.name === name}>
            <input type="radio" name="theme" value={row.name} checked={row.name === name} onChange={() => setTheme(row.name)} />
            <span className="ms-theme-swatch" aria-hidden style={{ background: row.surface, borderColor: row.primary }}>
              <span style={{ background: row.sidebar?.bg ?? row.surface }} />
              <span style={{ background: row.primary }} />
              <span style={{ background: row.accent }} />
            </span>
            {t(`frame.themes.${row.name}` as TextKey)}
          </label>
        ))}
      </div>
    </Dialog>
  );
}

/** The open dialog of the frame. */
export type OpenDialog = 'themes' | 'keys' | 'more' | 'create' | 'search' | undefined;

interface ShellDialogsProps {
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  readonly open: OpenDialog;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly goKeys: readonly (readonly [string, string])[];
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
}

/** All dialogs of the frame, loaded when the first of them is opened. */
export function ShellDialogs({ shell, menu, open, onOpen, goKeys, singleKeys, onSingleKeys }: ShellDialogsProps) {
  const close = () => onOpen(undefined);
  return (
    <>
      <ThemeDialog opened={open === 'themes'} onClose={close} />
      <ShortcutsDialog opened={open === 'keys'} onClose={close} goKeys={goKeys} singleKeys={singleKeys} onSingleKeys={onSingleKeys} />
      <MoreSheet
        shell={shell}
        menu={menu}
        opened={open === 'more'}
        onClose={close}
        onThemes={() => onOpen('themes')}
        onShortcuts={() => onOpen('keys')}
      />
      <CreateSheet shell={shell} opened={open === 'create'} onClose={close} />
      <SearchSheet shell={shell} menu={menu} opened={open === 'search'} onClose={close} onAllKeys={() => onOpen('keys')} />
    </>
  );
}
