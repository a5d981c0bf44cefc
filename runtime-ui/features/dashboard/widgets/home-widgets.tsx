import type { ReactNode } from 'react';
import type { FormSchema } from '#engine/model/forms';
import type { ShellView } from '#engine/model/wire';
import { createLazySlot, type DashboardWidget, type WidgetProps } from '../../../extensions/index.ts';
import { listWorkModules } from '../../../headless/index.ts';
import { t, type TextKey } from '../../../kit/index.ts';
import { FavouritesCard } from '../../../views/index.ts';
import { HomeListCard } from '../home-list-card.tsx';
import { HomeLists, HomeSide, Recents } from '../home-columns.tsx';
import { listHomeLists } from '../home-lists.ts';
import { ComingDaysWidget, DayWidget } from './days-widget.tsx';
import { ListWidget } from './list-widget.tsx';
import { NumberWidget } from './number-widget.tsx';
import { LinksWidget, NotesWidget } from './text-widgets.tsx';
import '../dashboard.css';
import './widgets.css';

type Name = 'today' | 'know' | 'recents' | 'favourites' | 'list' | 'number' | 'links' | 'note' | 'work' | 'day' | 'coming';

function describe(name: Name): Pick<DashboardWidget, 'label' | 'help'> {
  return { label: t(`widgets.${name}` as TextKey), help: t(`widgets.${name}Help` as TextKey) };
}

// Only the dialog of options shows them.
const choices = () => import('./view-choice.tsx');
const ViewChoice = createLazySlot(async () => (await choices()).ViewChoice, 'place', 'home');
const NumberFieldChoice = createLazySlot(async () => (await choices()).NumberFieldChoice, 'place', 'home');

const isStaffOnly = ({ isStaff }: ShellView): boolean => isStaff;
const hasWork = (shell: ShellView): boolean => listWorkModules(shell).length > 0;

const view = (): FormSchema['properties'] => ({
  module: { type: 'string', format: 'module', title: t('widgets.module') },
  view: { type: 'string', title: t('widgets.view'), default: 'all' },
});

function OwnWork({ shell }: WidgetProps) {
  return listHomeLists(shell, 'main')
    .filter(({ id }) => id === 'work-items')
    .map((list) => <HomeListCard key={list.module.name} list={list} shell={shell} />);
}

const column = (content: (props: WidgetProps) => ReactNode, className = '') =>
  function Column(props: WidgetProps) {
    return <div className={`ms-home-column ms-widget-column ${className}`}>{content(props)}</div>;
  };

const Today = column(({ shell }) => <HomeLists shell={shell} place="main" />);
const Know = column(({ shell }) => <HomeSide shell={shell} />, 'ms-home-side');
const OwnWorkColumn = column((props) => <OwnWork {...props} />);
const OwnRecents = column(({ shell }) => <Recents shell={shell} />);
const OwnFavourites = column(({ shell }) => <FavouritesCard shell={shell} />);

/** What the user has to do, and should know. */
const createWorkWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'today',
    ...describe('today'),
    icon: 'list-checks',
    size: { width: 8, height: 14 },
    smallest: { width: 4, height: 4 },
    isBare: true,
    isOffered: isStaffOnly,
    component: Today,
  },
  {
    key: 'know',
    ...describe('know'),
    icon: 'bell',
    size: { width: 4, height: 14 },
    smallest: { width: 3, height: 4 },
    isBare: true,
    isOffered: isStaffOnly,
    component: Know,
  },
  {
    key: 'own-work',
    ...describe('work'),
    icon: 'list-checks',
    size: { width: 6, height: 9 },
    smallest: { width: 3, height: 4 },
    isBare: true,
    isOffered: hasWork,
    component: OwnWorkColumn,
  },
  {
    key: 'day',
    ...describe('day'),
    icon: 'sun',
    size: { width: 4, height: 8 },
    smallest: { width: 3, height: 4 },
    isOffered: hasWork,
    component: DayWidget,
  },
  {
    key: 'coming',
    ...describe('coming'),
    icon: 'calendar-days',
    size: { width: 4, height: 8 },
    smallest: { width: 3, height: 4 },
    isOffered: hasWork,
    component: ComingDaysWidget,
  },
];

/** Figures and lists of records. */
const createRecordWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'number',
    ...describe('number'),
    icon: 'activity',
    size: { width: 3, height: 3 },
    smallest: { width: 2, height: 3 },
    options: () => ({
      type: 'object',
      required: ['module'],
      properties: {
        ...view(),
        shows: {
          type: 'string',
          title: t('widgets.shows'),
          default: 'count',
          oneOf: [
            { const: 'count', title: t('widgets.count') },
            { const: 'sum', title: t('widgets.sum') },
          ],
        },
        field: { type: 'string', title: t('widgets.field') },
      },
    }),
    optionFields: { view: ViewChoice, field: NumberFieldChoice },
    component: NumberWidget,
  },
  {
    key: 'list',
    ...describe('list'),
    icon: 'list',
    size: { width: 4, height: 9 },
    smallest: { width: 3, height: 4 },
    options: () => ({
      type: 'object',
      required: ['module'],
      properties: { ...view(), rows: { type: 'integer', title: t('widgets.rows'), minimum: 1, maximum: 50, default: 8 } },
    }),
    optionFields: { view: ViewChoice },
    component: ListWidget,
  },
  {
    key: 'recents',
    ...describe('recents'),
    icon: 'history',
    size: { width: 4, height: 8 },
    smallest: { width: 3, height: 4 },
    isBare: true,
    component: OwnRecents,
  },
  {
    key: 'favourites',
    ...describe('favourites'),
    icon: 'star',
    size: { width: 4, height: 8 },
    smallest: { width: 3, height: 4 },
    isBare: true,
    component: OwnFavourites,
  },
];

/** What the user writes. */
const createTextWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'links',
    ...describe('links'),
    icon: 'link',
    size: { width: 4, height: 6 },
    smallest: { width: 2, height: 3 },
    options: () => ({
      type: 'object',
      properties: {
        links: {
          type: 'array',
          title: t('widgets.links'),
          maxItems: 30,
          items: {
            type: 'object',
            title: t('widgets.link'),
            required: ['address'],
            properties: {
              label: { type: 'string', title: t('widgets.linkText'), maxLength: 100 },
              address: {
                type: 'string',
                title: t('widgets.address'),
                description: t('widgets.addressHelp'),
                maxLength: 500,
                pattern: '^(/(?![/\\\\])|[hH][tT][tT][pP][sS]?://)\\S*$',
                errorMessage: t('widgets.addressProblem'),
              },
            },
          },
        },
      },
    }),
    component: LinksWidget,
  },
  {
    key: 'note',
    ...describe('note'),
    icon: 'file-text',
    size: { width: 4, height: 6 },
    smallest: { width: 2, height: 3 },
    options: () => ({
      type: 'object',
      properties: { text: { type: 'string', title: t('widgets.text'), format: 'text-area', maxLength: 10_000 } },
    }),
    component: NotesWidget,
  },
];

/** The widgets of the product, which need no plugin. Created once the lazy texts are loaded. */
export const createHomeWidgets = (): readonly DashboardWidget[] => [
  ...createWorkWidgets(),
  ...createRecordWidgets(),
  ...createTextWidgets(),
];
