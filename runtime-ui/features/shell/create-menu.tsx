import { Plus } from 'lucide-react';
import type { ShellView } from '#engine/model/wire';
import { Button, findIcon, Menu, t } from '../../kit/index.ts';
import { listCreatable, toNewRoute } from './use-menu.ts';

/** The Create button of the top bar: one item for each module in which the user may create records. */
export function CreateMenu({ shell }: { readonly shell: ShellView }) {
  const modules = listCreatable(shell);
  if (modules.length === 0) return null;
  const items = modules.map((module) => ({
    id: module.name,
    label: module.labelSingular,
    icon: findIcon(module.icon),
    href: toNewRoute(shell, module.name),
  }));
  return (
    <Menu
      label={t('frame.top.createTitle')}
      groups={[{ id: 'modules', label: t('frame.top.createTitle'), items }]}
      target={
        <Button variant="quiet" icon={Plus}>
          {t('frame.top.create')}
        </Button>
      }
    />
  );
}
