import { Keyboard, LogOut, Palette, Zap } from 'lucide-react';
import { setTheme, t, THEMES, type TextKey } from '../../kit/index.ts';
import { listPageActions } from '../../views/index.ts';
import type { HitGroup, SearchHit } from './search-hits.ts';

/** Commands of the open page. */
export function pageCommands(): HitGroup {
  const hits = listPageActions().map(({ id, label, shortcut, run }): SearchHit => ({ id: `act-${id}`, label, shortcut, run, icon: Zap }));
  return { id: 'actions', label: t('frame.search.actions'), hits };
}

/** Commands available everywhere: themes, the list of shortcuts, signing out. */
export function toolCommands(onAllKeys: () => void): HitGroup {
  const themes = THEMES.map(
    ({ name }): SearchHit => ({
      id: `theme-${name}`,
      label: t('frame.search.themeTo', { theme: t(`frame.themes.${name}` as TextKey) }),
      icon: Palette,
      run: () => setTheme(name),
    }),
  );
  return {
    id: 'tools',
    label: t('frame.search.tools'),
    hits: [
      { id: 'keys', label: t('frame.user.keys'), shortcut: '?', icon: Keyboard, run: onAllKeys },
      ...themes,
      { id: 'out', label: t('frame.user.signOut'), icon: LogOut, href: '/logout' },
    ],
  };
}
