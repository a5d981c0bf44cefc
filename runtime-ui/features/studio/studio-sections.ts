import type { LucideIcon } from 'lucide-react';
import {
  ArchiveRestore,
  Component,
  GitPullRequestArrow,
  KeyRound,
  LayoutDashboard,
  Link2,
  List,
  PanelLeft,
  Replace,
  UserSearch,
  Workflow,
} from 'lucide-react';
import { t } from '../../kit/index.ts';

/** The groups of the studio's navigation, in their order. */
export const SECTION_GROUPS = ['model', 'screens', 'logic', 'people', 'system'] as const;
export type SectionGroup = (typeof SECTION_GROUPS)[number];

/** A section of the studio in its navigation. */
export interface StudioSection {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly group: SectionGroup;
  readonly href: string;
}

export const STUDIO = '/admin/studio';

/** The sections of the studio, in their order. */
export function listStudioSections(): readonly StudioSection[] {
  return [
    { id: 'modules', group: 'model', icon: Component, label: t('studio.sections.modules'), href: `${STUDIO}/modules` },
    { id: 'relationships', group: 'model', icon: Link2, label: t('studio.sections.relationships'), href: `${STUDIO}/relationships` },
    { id: 'dropdowns', group: 'model', icon: List, label: t('studio.sections.dropdowns'), href: `${STUDIO}/dropdowns` },
    { id: 'layouts', group: 'screens', icon: LayoutDashboard, label: t('studio.sections.layouts'), href: `${STUDIO}/layouts` },
    { id: 'menus', group: 'screens', icon: PanelLeft, label: t('studio.sections.menus'), href: `${STUDIO}/menus` },
    { id: 'workflows', group: 'logic', icon: Workflow, label: t('studio.sections.workflows'), href: `${STUDIO}/workflows` },
    { id: 'roles', group: 'people', icon: KeyRound, label: t('studio.sections.roles'), href: `${STUDIO}/roles` },
    { id: 'access', group: 'people', icon: UserSearch, label: t('studio.sections.access'), href: `${STUDIO}/access` },
    {
      id: 'change-sets',
      group: 'system',
      icon: GitPullRequestArrow,
      label: t('studio.sections.changeSets'),
      href: `${STUDIO}/change-sets`,
    },
    { id: 'removed', group: 'system', icon: ArchiveRestore, label: t('studio.sections.removed'), href: `${STUDIO}/removed` },
    { id: 'aliases', group: 'system', icon: Replace, label: t('studio.sections.aliases'), href: `${STUDIO}/aliases` },
  ];
}
