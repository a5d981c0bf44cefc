import { Check, ChevronDown, House, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { toText, type FormSchema } from '#engine/model';
import { Button, ConfirmDialog, createLazySlot, Icon, Menu, SchemaFormDialog } from '#ui';
import type { ShownDashboards } from '../shared/contract.ts';
import { tDashboards } from './texts.ts';
import type { WidgetKinds } from './use-widgets.ts';

const SaveDefaultDialog = createLazySlot(async () => (await import('./save-default-dialog.tsx')).SaveDefaultDialog);

interface DashboardMenuProps {
  readonly shown: ShownDashboards;
  readonly kinds: WidgetKinds;
  readonly onOpen: (id: string) => void;
  readonly onCreate: (name: string) => Promise<void>;
  /** Absent: the dashboard that is shown is not the user's. */
  readonly own?:
    | {
        readonly rename: (name: string) => Promise<void>;
        readonly openFirst: () => void;
        readonly remove: () => void;
      }
    | undefined;
}

type OpenDialog = 'create' | 'rename' | 'delete' | 'default';

function NameDialog({
  open,
  name,
  onSubmit,
  onClose,
}: {
  readonly open: 'create' | 'rename';
  readonly name: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const schema = useMemo(
    (): FormSchema => ({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', title: tDashboards('name'), minLength: 1, maxLength: 200 } },
    }),
    [],
  );
  return (
    <SchemaFormDialog
      size="confirm"
      title={tDashboards(open === 'create' ? 'newDashboard' : 'rename')}
      submitLabel={tDashboards(open === 'create' ? 'create' : 'save')}
      schema={schema}
      initial={open === 'rename' ? { name } : {}}
      onClose={onClose}
      onSubmit={async (values) => {
        await onSubmit(toText(values['name']));
        onClose();
      }}
    />
  );
}

/** The user's dashboards, and what is done with the one that is shown. */
export function DashboardMenu({ shown: all, kinds, onOpen, onCreate, own }: DashboardMenuProps) {
  const { dashboards, shown, mayCreate } = all;
  const maySave = all.maySaveDefault || all.maySaveForModules;
  const [open, setOpen] = useState<OpenDialog>();
  const isFirst = dashboards.find(({ id }) => id === shown.id)?.opensFirst === true;
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={tDashboards('dashboards')}
        target={
          <Button size="sm" variant="quiet" aria-label={tDashboards('dashboardMenu')}>
            <Icon of={ChevronDown} />
          </Button>
        }
        groups={[
          ...(dashboards.length === 0
            ? []
            : [
                {
                  id: 'all',
                  label: tDashboards('yours'),
                  items: dashboards.map(({ id, name }) => ({
                    id,
                    label: name,
                    onSelect: () => onOpen(id),
                    ...(id === shown.id ? { trailing: <Icon of={Check} /> } : {}),
                  })),
                },
              ]),
          {
            id: 'work',
            items: [
              ...(mayCreate ? [{ id: 'create', label: tDashboards('newDashboard'), icon: Plus, onSelect: () => setOpen('create') }] : []),
              ...(maySave && shown.widgets.length > 0
                ? [{ id: 'default', label: tDashboards('saveDefault'), icon: Users, onSelect: () => setOpen('default') }]
                : []),
              ...(own
                ? [
                    { id: 'rename', label: tDashboards('rename'), icon: Pencil, onSelect: () => setOpen('rename') },
                    {
                      id: 'first',
                      label: tDashboards(isFirst ? 'isFirst' : 'opensFirst'),
                      icon: House,
                      disabled: isFirst,
                      onSelect: own.openFirst,
                    },
                    { id: 'delete', label: tDashboards('delete'), icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
                  ]
                : []),
            ],
          },
        ]}
      />
      {(open === 'create' || open === 'rename') && (
        <NameDialog open={open} name={shown.name} onClose={close} onSubmit={open === 'create' ? onCreate : (own?.rename ?? onCreate)} />
      )}
      {open === 'default' && <SaveDefaultDialog shown={all} kinds={kinds} onClose={close} />}
      {open === 'delete' && own && (
        <ConfirmDialog
          opened
          danger
          title={tDashboards('delete')}
          text={tDashboards('deleteText')}
          confirmLabel={tDashboards('delete')}
          onCancel={close}
          onConfirm={() => {
            close();
            own.remove();
          }}
        />
      )}
    </>
  );
}
