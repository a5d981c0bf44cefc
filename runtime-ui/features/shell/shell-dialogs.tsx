import type { ShellView } from '#engine/model/wire';
import type { SideBarGroup } from '../../kit/index.ts';
import { CreateSheet } from './create-sheet.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { SearchSheet } from './search-sheet.tsx';
import { ThemeDialog } from './theme-dialog.tsx';

/** The open dialog of the frame. */
export type OpenDialog = 'themes' | 'keys' | 'more' | 'create' | 'search' | undefined;

export interface ShellDialogsProps {
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
