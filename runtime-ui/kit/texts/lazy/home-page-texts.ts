import { homeTexts } from './home.ts';
import { impersonationTexts } from './impersonation.ts';
import { liveTexts } from './live.ts';
import { tileTexts } from './tiles.ts';
import { widgetTexts } from './widgets.ts';

/**
 * Texts of the first page and of what accompanies every page. The first page loads only these of the texts that are loaded lazily: a text
 * that it does not need belongs in `lazy-texts.ts`.
 */
export const HOME_PAGE_TEXTS = {
  frame: homeTexts,
  impersonation: impersonationTexts,
  live: liveTexts,
  notifications: { title: 'Notifications', count: 'Notifications, {{count}} unread' },
  tiles: tileTexts,
  views: {
    due: { late_one: '1 day late', late_other: '{{count}} days late' },
    record: { call: 'Call', text: 'Text', mail: 'E-mail' },
  },
  widgets: widgetTexts,
  work: {
    bulk: {
      undoing: 'Undoing',
      undoingCount: 'Undoing: {{done}} of {{total}}. It goes on when you leave.',
      undone: 'Undone.',
      undoneLeft: '{{count}} could not be undone: {{reason}}',
    },
    inline: { saved: '{{field}} saved' },
  },
} as const;
