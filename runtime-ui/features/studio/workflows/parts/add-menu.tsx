import { Plus, type LucideIcon } from 'lucide-react';
import { Button, Menu } from '../../../../kit/index.ts';

interface AddMenuProps<Type extends string> {
  readonly label: string;
  /** For screen readers, where the same label is several times on the page. */
  readonly fullLabel?: string;
  readonly types: readonly { readonly type: Type; readonly label: string; readonly icon?: LucideIcon }[];
  readonly onAdd: (type: Type) => void;
}

/** A button that adds a part of a chosen type. */
export function AddMenu<Type extends string>({ label, fullLabel = label, types, onAdd }: AddMenuProps<Type>) {
  return (
    <Menu
      label={fullLabel}
      position="bottom-start"
      width={280}
      target={
        <Button variant="quiet" size="sm" icon={Plus} className="sw-add" aria-label={fullLabel}>
          {label}
        </Button>
      }
      groups={[
        {
          id: 'types',
          items: types.map(({ type, label: text, icon }) => ({
            id: type,
            label: text,
            ...(icon && { icon }),
            onSelect: () => onAdd(type),
          })),
        },
      ]}
    />
  );
}
