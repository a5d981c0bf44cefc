import { FileText, History } from 'lucide-react';
import { useState } from 'react';
import type { ShellView } from '#engine/model/wire';
import { findModule, findModulePage } from '../../client/index.ts';
import { findIcon, formatRelativeTime, IconButton, Menu, t, type MenuItem } from '../../kit/index.ts';
import { readVisited } from './use-navigation-history.ts';

/** The recently visited pages, under the clock of the top bar; read when the menu is opened. */
export function HistoryMenu({ shell }: { readonly shell: ShellView }) {
  const [opened, setOpened] = useState(false);
  const pages = opened ? readVisited(shell.user._id) : [];
  const items: MenuItem[] = pages.map(({ route, title, at }) => {
    const module = findModule(shell, findModulePage(route.split('?')[0] ?? '', shell.modules)?.module ?? '');
    return { id: route, label: title, icon: module ? findIcon(module.icon) : FileText, href: route, trailing: formatRelativeTime(at) };
  });
  const shown = items.length > 0 ? items : [{ id: 'none', label: t('frame.history.none'), disabled: true }];
  return (
    <Menu
      label={t('frame.top.history')}
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      groups={[{ id: 'visited', label: t('frame.top.history'), items: shown }]}
      target={<IconButton icon={History} label={t('frame.top.history')} />}
    />
  );
}
