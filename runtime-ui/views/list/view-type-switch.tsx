import { CalendarDays, SquareKanban, Table2, type LucideIcon } from 'lucide-react';
import type { ModuleView, ViewType } from '#engine/model/wire';
import { listViewTypeItems, type ListHandle } from '../../headless/index.ts';
import { IconButton, t } from '../../kit/index.ts';

interface Choice {
  readonly kind: ViewType['kind'] | 'table';
  readonly icon: LucideIcon;
  readonly label: string;
}

/** Switches the list between table, board and calendar, for modules with a suitable field. */
export function ViewTypeSwitch({ module, list }: { readonly module: ModuleView; readonly list: ListHandle }) {
  const { viewType } = list.state;
  const choices: Choice[] = [
    { kind: 'table', icon: Table2, label: t('saved.asTable') },
    { kind: 'board', icon: SquareKanban, label: t('saved.asBoard') },
    { kind: 'calendar', icon: CalendarDays, label: t('saved.asCalendar') },
  ];
  const open = (kind: Choice['kind']) => {
    const [item] = kind === 'table' ? [] : listViewTypeItems(module, kind);
    list.change({ viewType: kind === 'table' || item === undefined ? null : { kind, field: item.fieldName } });
  };
  const shown = choices.filter(({ kind }) => kind === 'table' || listViewTypeItems(module, kind).length > 0);
  if (shown.length === 1) return null;
  return (
    <span className="mv-view-type-switch" role="group" aria-label={t('saved.viewTypes')}>
      {shown.map(({ kind, icon, label }) => {
        const isOn = (viewType?.kind ?? 'table') === kind;
        return (
          <IconButton
            key={kind}
            icon={icon}
            size="sm"
            label={label}
            aria-pressed={isOn}
            onClick={() => {
              if (!isOn) open(kind);
            }}
          />
        );
      })}
    </span>
  );
}
