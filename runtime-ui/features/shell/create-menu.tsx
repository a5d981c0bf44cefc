import { Plus } from 'lucide-react';
import type { ShellView } from '#engine/model';
import { moduleRoute } from '../../client/index.ts';
import { Button, Dialog, findIcon, Icon, Menu, t, TextLink } from '../../kit/index.ts';
import { listCreatable } from './use-menu.ts';

function toNewRoute(shell: ShellView, module: string): string {
  return `${moduleRoute(module, shell.user)}/new`;
}

/** The Create button of the top bar: one item for each module that the user may add to. */
export function CreateMenu({ shell }: { readonly shell: ShellView }) {
  const modules = listCreatable(shell);
  if (modules.length === 0) return null;
  const items = modules.map((module) => ({ id: module.name, label: module.labelSingular, icon: findIcon(module.icon), href: toNewRoute(shell, module.name) }));
  return <Menu label={t('frame.top.createTitle')} groups={[{ id: 'modules', label: t('frame.top.createTitle'), items }]} target={<Button variant="quiet" icon={Plus}>{t('frame.top.create')}</Button>} />;
}

/** The same choice on a phone, full screen. */
export function CreateSheet({ shell, opened, onClose }: { readonly shell: ShellView; readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Dialog opened={opened} title={t('frame.top.createTitle')} size="confirm" onCancel={onClose}>
      <ul className="ms-more">
        {listCreatable(shell).map((module) => (
          <li key={module.name}><TextLink look="bare" className="ms-side-item" href={toNewRoute(shell, module.name)} onClick={onClose}><Icon of={findIcon(module.icon)} size={20} /> {module.labelSingular}</TextLink></li>
        ))}
      </ul>
    </Dialog>
  );
}
