import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { SessionUser } from '#engine/model/wire';
import { t, type SideBarGroup } from '../../kit/index.ts';
import { DraftBar } from './draft/draft-bar.tsx';
import { DraftProvider } from './draft/draft-context.tsx';
import { StudioPageBoundary, UnreadableNotice } from './draft/unreadable-notice.tsx';
import { listStudioSections, SECTION_GROUPS } from './studio-sections.ts';
import './studio.css';

/** The navigation of the studio, which replaces the menu of the application; `back` is the page that it returns to. */
export function useStudioMenu(back: string): readonly SideBarGroup[] {
  const { pathname } = useLocation();
  const sections = listStudioSections();
  const groups = SECTION_GROUPS.map((group) => ({
    id: group,
    label: t(`studio.groups.${group}`),
    items: sections
      .filter((section) => section.group === group)
      .map(({ id, label, icon, href }) => ({
        id: `studio-${id}`,
        label,
        icon,
        href,
        current: pathname === href || pathname.startsWith(`${href}/`),
      })),
  }));
  const home = { id: 'back', label: t('studio.back'), icon: ArrowLeft, href: back, current: false };
  return [{ id: 'home', items: [home] }, ...groups.filter(({ items }) => items.length > 0)];
}

/** The page of the studio with the bar of the open draft below it. */
export function StudioFrame({ user, children }: { readonly user: SessionUser; readonly children: ReactNode }) {
  return (
    <DraftProvider user={user}>
      <div className="st-frame">
        <div className="st-page">
          <UnreadableNotice />
          <StudioPageBoundary>{children}</StudioPageBoundary>
        </div>
        <DraftBar />
      </div>
    </DraftProvider>
  );
}
