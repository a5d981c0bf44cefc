import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { ShellView } from '#engine/model';
import { findModule, getRecentlySeen, queryKeys, recordRoute } from '../../client/index.ts';
import { findIcon, IconButton, Menu, t } from '../../kit/index.ts';

/** What the user saw last, under the clock of the top bar; asked when it is opened. */
export function HistoryMenu({ shell }: { readonly shell: ShellView }) {
  const [opened, setOpened] = useState(false);
  const { data = [] } = useQuery({ queryKey: queryKeys.recentlySeen(), queryFn: ({ signal }) => getRecentlySeen(signal), enabled: opened });
  const items = data.slice(0, 10).map((link) => {
    const module = findModule(shell, link.module);
    return { id: `${link.module}-${link._id}`, label: link.name, icon: findIcon(module?.icon), href: recordRoute(link.module, link._id, shell.user), trailing: module?.labelSingular };
  });
  const shown = items.length > 0 ? items : [{ id: 'none', label: t('frame.dashboard.recentsEmpty'), disabled: true }];
  return (
    <Menu
      label={t('frame.top.history')} opened={opened} onChange={setOpened} position="bottom-start" width={320}
      groups={[{ id: 'recent', label: t('frame.top.history'), items: shown }]} target={<IconButton icon={History} label={t('frame.top.history')} />}
    />
  );
}
