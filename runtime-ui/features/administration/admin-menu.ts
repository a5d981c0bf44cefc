import type { ShellView } from '#engine/model/wire';
import { homeRoute, moduleRoute } from '../../client/index.ts';
import { findIcon, t, type SideBarGroup, type TextKey } from '../../kit/index.ts';

/** The last parts of the keys of texts of the administration. */
type TextId<Part extends string, Key = TextKey> = Key extends `frame.admin.${Part}.${infer Id}` ? Id : never;

interface Entry {
  readonly id: TextId<'links'>;
  /** Name of a lucide icon. */
  readonly icon: string;
  /** Pages below `/api/` are opened with a page load. */
  readonly href: `/${string}`;
}

/** The pages of the administration. An entry is one line; its texts are `frame.admin.links` and `frame.admin.notes`. */
const GROUPS: readonly { readonly id: TextId<'groups'>; readonly entries: readonly Entry[] }[] = [
  {
    id: 'users',
    entries: [
      { id: 'users', icon: 'users', href: '/admin/users' },
      { id: 'roles', icon: 'key-round', href: '/admin/studio/roles' },
      { id: 'teams', icon: 'users-round', href: '/admin/teams' },
    ],
  },
  {
    id: 'reporting',
    entries: [
      { id: 'audit', icon: 'history', href: '/admin/audit-log' },
      { id: 'outbox', icon: 'inbox', href: '/admin/outbox' },
    ],
  },
  {
    id: 'settings',
    entries: [
      { id: 'settings', icon: 'settings', href: '/admin/settings' },
      { id: 'firstRun', icon: 'list-checks', href: '/admin/first-run' },
      { id: 'queues', icon: 'calendar-clock', href: '/admin/background-jobs' },
      { id: 'plugins', icon: 'blocks', href: '/admin/plugins' },
    ],
  },
  { id: 'dropdowns', entries: [] },
  {
    id: 'tools',
    entries: [
      { id: 'studio', icon: 'component', href: '/admin/studio' },
      { id: 'webhooks', icon: 'send', href: '/admin/webhooks' },
      { id: 'indexes', icon: 'database', href: '/admin/indexes' },
      { id: 'saveTraces', icon: 'layers', href: '/admin/save-traces' },
      { id: 'update', icon: 'rocket', href: '/admin/system-update' },
      { id: 'definitions', icon: 'file-text', href: '/admin/definitions' },
      { id: 'api', icon: 'book-open', href: '/api/docs' },
    ],
  },
  { id: 'rewards', entries: [] },
];

/** An entry as it is shown. */
export interface AdminLink {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly href: string;
  /** What the page is for. */
  readonly note?: string;
}

export interface AdminGroup {
  readonly id: string;
  readonly label: string;
  readonly links: readonly AdminLink[];
}

type AddedGroup = ShellView['administration'][number];

function toAddedLinks({ items }: AddedGroup, { user }: ShellView): readonly AdminLink[] {
  return items.map(({ id, label, icon, module, route = '/admin' }) => ({
    id,
    label,
    icon,
    href: module === undefined ? route : moduleRoute(module, user),
  }));
}

/** The groups of the administration with what the definitions add; groups without an entry are left out. */
export function listAdminGroups(shell: ShellView): readonly AdminGroup[] {
  const { administration } = shell;
  const added = (id: string) => administration.filter((group) => group.id === id).flatMap((group) => toAddedLinks(group, shell));
  const own = GROUPS.map(({ id, entries }) => ({
    id,
    label: t(`frame.admin.groups.${id}`),
    links: [
      ...entries.map(({ id: key, icon, href }) => ({
        id: key,
        label: t(`frame.admin.links.${key}`),
        icon,
        href,
        note: t(`frame.admin.notes.${key}`),
      })),
      ...added(id),
    ],
  }));
  const known = new Set<string>(GROUPS.map(({ id }) => id));
  const others = [...new Set(administration.map(({ id }) => id))].filter((id) => !known.has(id));
  const more = others.map((id) => ({
    id,
    label: administration.find((group) => group.id === id)?.label ?? t('frame.admin.title'),
    links: added(id),
  }));
  return [...own, ...more].filter(({ links }) => links.length > 0);
}

/** The same as the menu at the left, after the way back to the records. */
export function toAdminMenu(shell: ShellView, path: string): readonly SideBarGroup[] {
  const start = [
    { id: 'admin-leave', label: t('frame.admin.leave'), icon: findIcon('arrow-left'), href: homeRoute(shell.user), current: false },
    { id: 'admin-overview', label: t('frame.admin.overview'), icon: findIcon('layout-grid'), href: '/admin', current: path === '/admin' },
  ];
  const groups = listAdminGroups(shell).map(({ id, label, links }) => ({
    id: `admin-${id}`,
    label,
    items: links
      .filter(({ href }) => !href.startsWith('/api/'))
      .map(({ id: key, label: text, icon, href }) => ({
        id: `admin-${key}`,
        label: text,
        icon: findIcon(icon),
        href,
        current: isOpen(href, path, links),
      })),
  }));
  return [{ id: 'admin-start', items: start }, ...groups];
}

/** Of two entries whose pages contain the open one, that of the longer path is the current one. */
function isOpen(href: string, path: string, links: readonly AdminLink[]): boolean {
  const contains = (one: string): boolean => path === one || path.startsWith(`${one}/`);
  return contains(href) && !links.some((other) => other.href.length > href.length && contains(other.href));
}
