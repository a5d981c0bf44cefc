import type { ShellView } from '#engine/model/wire';
import type { DashboardWidget } from '../../extensions/index.ts';
import { t } from '../../kit/index.ts';
import { OwnRecordsWidget, OwnTodoWidget } from './own-records-page.tsx';

const isNoStaff = ({ isStaff }: ShellView): boolean => !isStaff;

/** The widgets of users who see their own records. Texts are read when they are shown: the language is known then. */
export const OWN_WIDGETS: readonly DashboardWidget[] = [
  {
    key: 'own-todo',
    get label() {
      return t('frame.own.todo');
    },
    get help() {
      return t('widgets.tasksHelp');
    },
    icon: 'list-checks',
    size: { width: 7, height: 12 },
    smallest: { width: 4, height: 4 },
    isBare: true,
    isOffered: isNoStaff,
    component: OwnTodoWidget,
  },
  {
    key: 'own-records',
    get label() {
      return t('widgets.own');
    },
    get help() {
      return t('widgets.ownHelp');
    },
    icon: 'folder',
    size: { width: 12, height: 14 },
    smallest: { width: 4, height: 4 },
    isBare: true,
    isOffered: isNoStaff,
    component: OwnRecordsWidget,
  },
];
