import { useState } from 'react';
import { toText, type ModuleView } from '#engine/model';
import {
  Button,
  findOption,
  markDeleted,
  recordRoute,
  SortableGroups,
  TextLink,
  updateRecord,
  useAction,
  useSession,
  type RecordData,
} from '#ui';
import { saveOrder } from '../credentialing-api.ts';
import { ITEMS, labelOf } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { groupByCategory, moveItem } from './order-items.ts';

const FLAGS = ['isOptional', 'reference_only', 'requires_exp_date', 'locked'] as const;

interface SetupItemsProps {
  readonly view: ModuleView;
  readonly items: readonly RecordData[];
  readonly categories: readonly string[];
  readonly canEdit: boolean;
  readonly reload: () => Promise<void>;
}

/** What an item asks for, in words. */
function describe(view: ModuleView, item: RecordData): string {
  const kind = findOption(view, 'field_type', toText(item['field_type']))?.label ?? '';
  const flags = FLAGS.filter((flag) => item[flag] === true).map((flag) => tCredentialing(`flag.${flag}`));
  return [kind, item['provider_assigned'] === true ? tCredentialing('flag.provider') : tCredentialing('flag.staff'), ...flags]
    .filter((text) => text !== '')
    .join(' · ');
}

function ItemRow({
  view,
  item,
  canEdit,
  onRemove,
}: {
  readonly view: ModuleView;
  readonly item: RecordData;
  readonly canEdit: boolean;
  readonly onRemove: () => void;
}) {
  const user = useSession((session) => session.user);
  const href = recordRoute(ITEMS, item._id, user);
  return (
    <div className="cr-setup-item">
      <span className="cr-line-name">
        <TextLink look="name" href={href}>
          {labelOf(item)}
        </TextLink>
        <span className="cr-line-note">{describe(view, item)}</span>
      </span>
      {canEdit && (
        <>
          <TextLink href={`${href}/edit`} aria-label={tCredentialing('setup.edit', { item: labelOf(item) })}>
            {tCredentialing('setup.editShort')}
          </TextLink>
          <Button size="xs" variant="danger-quiet" aria-label={tCredentialing('setup.remove', { item: labelOf(item) })} onClick={onRemove}>
            {tCredentialing('setup.removeShort')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The items by category; moved by drag and by the buttons of each, also into another category. */
export function SetupItems({ view, items: stored, categories, canEdit, reload }: SetupItemsProps) {
  const [items, setItems] = useState(stored);
  const { run } = useAction({ onEnd: () => void reload() });
  const groups = groupByCategory(items, categories).filter(({ category, items: own }) => category !== '' || own.length > 0);
  const find = (id: string) => items.find(({ _id }) => _id === id);
  const move = (id: string, category: string, at: number) => {
    const next = moveItem(groups, id, category, at);
    const isOther = toText(find(id)?.['category']) !== category;
    // Shown at once; the reload shows what is stored, also after an error.
    setItems(next);
    run(async () => {
      if (isOther) await updateRecord(view.path, id, { category: category === '' ? null : category });
      await saveOrder(next.map(({ _id }) => _id));
    });
  };
  const row = (id: string) => {
    const item = find(id);
    if (item === undefined) return null;
    return <ItemRow view={view} item={item} canEdit={canEdit} onRemove={() => run(() => markDeleted(view.path, id))} />;
  };
  if (!canEdit)
    return groups
      .filter(({ items: own }) => own.length > 0)
      .map(({ category, items: own }) => (
        <section key={category} className="cr-category">
          <h2>{category === '' ? tCredentialing('list.noCategory') : category}</h2>
          <ol className="cr-list">
            {own.map(({ _id }) => (
              <li key={_id}>{row(_id)}</li>
            ))}
          </ol>
        </section>
      ));
  return (
    <SortableGroups
      label={tCredentialing('setup.items')}
      groups={groups.map(({ category, items: own }) => ({
        id: category,
        label: category === '' ? tCredentialing('list.noCategory') : category,
        items: own.map((item) => ({ id: item._id, label: labelOf(item) })),
      }))}
      onMove={move}
      renderItem={row}
      emptyText={tCredentialing('setup.emptyCategory')}
    />
  );
}
