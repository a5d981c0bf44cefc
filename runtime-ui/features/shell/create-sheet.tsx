import type { ShellView } from '#engine/model/wire';
import { Dialog, findIcon, Icon, t, TextLink } from '../../kit/index.ts';
import { listCreatable, toNewRoute } from './use-menu.ts';

/** The list of modules to create a record in, on a phone, full screen. */
export function CreateSheet({
  shell,
  opened,
  onClose,
}: {
  readonly shell: ShellView;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
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
