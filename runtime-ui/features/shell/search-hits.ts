import type { LucideIcon } from 'lucide-react';
import type { ShellView } from '#engine/model';
import { recordRoute, type QuickResult } from '../../client/index.ts';
import { findIcon, inSentence, t, type SideBarGroup } from '../../kit/index.ts';
import { listCreatable, toNewRoute } from './use-menu.ts';

/** One line of the search popover. */
export interface SearchHit {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

export interface HitGroup {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly hits: readonly SearchHit[];
}

const MOST_COMMANDS = 5;

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Pages and "New …" whose words begin with what was typed. */
export function findCommands(shell: ShellView, menu: readonly SideBarGroup[], words: string): HitGroup {
  const typed = words.trim().toLowerCase();
  const fits = (label: string) => label.toLowerCase().split(/\s+/u).some((word) => word.startsWith(typed)) || label.toLowerCase().startsWith(typed);
  const pages = menu.flatMap((group) => group.items).map((item) => ({ id: `page-${item.id}`, label: item.label, href: item.href, icon: item.icon }));
  const creates = listCreatable(shell).map((module) => ({ id: `new-${module.name}`, label: t('frame.search.create', { thing: inSentence(module.labelSingular) }), href: toNewRoute(shell, module.name), icon: findIcon(module.icon) }));
  return { id: 'commands', label: t('frame.search.commands'), hits: [...pages, ...creates].filter((hit) => fits(hit.label)).slice(0, MOST_COMMANDS) };
}

/** The records found, a group for each module. */
export function toHitGroups(shell: ShellView, results: readonly QuickResult[]): readonly HitGroup[] {
  return results.map(({ module, total, records }) => ({
    id: module.name,
    label: module.label,
    note: t('frame.search.more', { count: total.toLocaleString('en-US') }),
    hits: records.map((record) => ({ id: record._id, label: toText(record[module.nameField]) || toText(record['name']) || record._id, href: recordRoute(module.name, record._id, shell.user), icon: findIcon(module.icon) })),
  }));
}
