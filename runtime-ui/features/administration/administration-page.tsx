import { useEffect } from 'react';
import { moduleRoute } from '../../client/index.ts';
import { Card, findIcon, Icon, PageHeader, t, TextLink } from '../../kit/index.ts';
import './administration.css';

/** The current administration sections; sections of later versions are not linked. */
const GROUPS = [
  {
    id: 'users',
    links: [
      { id: 'users', icon: 'users', href: '/admin/users' },
      { id: 'roles', icon: 'key-round', module: 'roles' },
      { id: 'teams', icon: 'users-round', href: '/admin/teams' },
    ],
  },
  {
    id: 'system',
    links: [
      { id: 'settings', icon: 'settings', href: '/admin/settings' },
      { id: 'queues', icon: 'calendar-clock', href: '/admin/background-jobs' },
      { id: 'indexes', icon: 'database', href: '/admin/indexes' },
      { id: 'plugins', icon: 'blocks', href: '/admin/plugins' },
      { id: 'definitions', icon: 'file-text', href: '/admin/definitions' },
    ],
  },
  {
    id: 'tools',
    links: [
      { id: 'webhooks', icon: 'send', href: '/admin/webhooks' },
      { id: 'api', icon: 'book-open', href: '/api/docs' },
    ],
  },
] as const;

/** `/admin`: the sections for System Admins. */
export function AdministrationPage() {
  useEffect(() => {
    document.title = `${t('frame.admin.title')} · ${t('product')}`;
  }, []);
  return (
    <>
      <PageHeader title={t('frame.admin.title')} />
      <div className="ms-page ms-admin">
        {GROUPS.map((group) => (
          <Card key={group.id} title={t(`frame.admin.groups.${group.id}`)}>
            <ul>
              {group.links.map((link) => (
                <li key={link.id} className="ms-line">
                  <Icon of={findIcon(link.icon)} className="ms-line-icon" />
                  {/* Pages of the API are not part of the client: they are opened with a page load. */}
                  {'href' in link && link.href.startsWith('/api/') ? (
                    <a className="ms-link" href={link.href}>
                      {t(`frame.admin.links.${link.id}`)}
                    </a>
                  ) : (
                    <TextLink href={'module' in link ? moduleRoute(link.module) : link.href}>{t(`frame.admin.links.${link.id}`)}</TextLink>
                  )}
                  <span className="ms-line-note">{t(`frame.admin.notes.${link.id}`)}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
        <p className="ms-admin-note">{t('frame.admin.later')}</p>
      </div>
    </>
  );
}
