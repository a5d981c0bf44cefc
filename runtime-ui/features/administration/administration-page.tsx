import { useShell } from '../../client/index.ts';
import { Card, findIcon, Icon, PageHeader, t, TextLink, usePageTitle } from '../../kit/index.ts';
import { listAdminGroups, type AdminLink } from './admin-menu.ts';
import './administration.css';

function LinkLine({ link: { label, icon, href, note } }: { readonly link: AdminLink }) {
  return (
    <li className="ms-line">
      <Icon of={findIcon(icon)} className="ms-line-icon" />
      {/* Pages of the API are not part of the client: they are opened with a page load. */}
      {href.startsWith('/api/') ? (
        <a className="ms-link" href={href}>
          {label}
        </a>
      ) : (
        <TextLink href={href}>{label}</TextLink>
      )}
      {note !== undefined && <span className="ms-line-note">{note}</span>}
    </li>
  );
}

/** `/admin`: the pages for System Admins, in groups. */
export function AdministrationPage() {
  const { data: shell } = useShell();
  usePageTitle(t('frame.admin.title'));
  return (
    <>
      <PageHeader title={t('frame.admin.title')} />
      <div className="ms-page ms-admin">
        {shell !== undefined &&
          listAdminGroups(shell).map(({ id, label, links }) => (
            <Card key={id} title={label}>
              <ul>
                {links.map((link) => (
                  <LinkLine key={link.id} link={link} />
                ))}
              </ul>
            </Card>
          ))}
      </div>
    </>
  );
}
