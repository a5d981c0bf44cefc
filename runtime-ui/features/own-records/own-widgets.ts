import type { ShellView } from '#engine/model/wire';
import { createLazySlot, type DashboardWidget, type WidgetProps } from '../../extensions/index.ts';
import { t } from '../../kit/index.ts';

// Staff are not offered them: their code is loaded when one is shown.
const page = () => import('./own-records-page.tsx');
const OwnTodoWidget = createLazySlot<WidgetProps>(async () => (await page()).OwnTodoWidget, 'place', 'home');
const OwnRecordsWidget = createLazySlot<WidgetProps>(async () => (await page()).OwnRecordsWidget, 'place', 'home');

const isNoStaff = ({ isStaff }: ShellView): boolean => !isStaff;

/** The widgets of users who see their own records. Created once the lazy texts are loaded. */
export const createOwnWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'own-todo',
    label: t('frame.own.todo'),
    help: t('widgets.workHelp'),
    icon: 'list-checks',
    size: { width: 7, height: 12 },
    smallest: { width: 4, height: 4 },
    isBare: true,
    isOffered: isNoStaff,
    component: OwnTodoWidget,
  },
  {
    key: 'own-records',
    label: t('widgets.own'),
    help: t('widgets.ownHelp'),
    icon: 'folder',
    size: { width: 12, height: 14 },
    smallest: { width: 4, height: 4 },
    isBare: true,
    isOffered: isNoStaff,
    component: OwnRecordsWidget,
  },
];
