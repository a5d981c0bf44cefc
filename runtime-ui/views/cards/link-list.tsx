import type { RecordLink, ShellView } from '#engine/model/wire';
import { findModule, recordRoute } from '../../client/index.ts';
import { findIcon, formatRelativeTime, Icon, TextLink } from '../../kit/index.ts';

/** Links to records, each with the icon of its module and its time. */
export function LinkList({ links, shell }: { readonly links: readonly RecordLink[]; readonly shell: ShellView }) {
  return (
    <ul className="ms-lines">
      {links.map((link) => {
        const module = findModule(shell, link.module);
        return (
          <li key={`${link.module}-${link._id}`} className="ms-line">
            <Icon of={findIcon(module?.icon)} className="ms-line-icon" />
            <TextLink look="name" className="ms-clip" href={recordRoute(link.module, link._id, shell.user)}>
              {link.name}
            </TextLink>
            <span className="ms-line-note ms-clip">{module?.labelSingular}</span>
            <span className="ms-line-end">{formatRelativeTime(link.at)}</span>
          </li>
        );
      })}
    </ul>
  );
}
