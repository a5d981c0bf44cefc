import { Checkbox } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { ImportColumnView } from '#engine/model/wire';
import { Button, Popover, t } from '../../kit/index.ts';

interface ShownColumnsProps {
  /** The imported columns. */
  readonly columns: readonly ImportColumnView[];
  /** Places of those that are not shown. */
  readonly hidden: ReadonlySet<number>;
  readonly onChange: (hidden: ReadonlySet<number>) => void;
}

/** Which of the imported columns the preview shows. */
export function ShownColumns({ columns, hidden, onChange }: ShownColumnsProps) {
  const [isOpen, setOpen] = useState(false);
  const toggle = (index: number, isShown: boolean) => {
    const others = [...hidden].filter((one) => one !== index);
    onChange(new Set(isShown ? others : [...others, index]));
  };
  const count = columns.filter(({ index }) => !hidden.has(index)).length;
  return (
    <Popover
      opened={isOpen}
      onClose={() => setOpen(false)}
      label={t('imports.preview.columns')}
      width={240}
      position="bottom-end"
      target={
        <Button size="sm" variant="quiet" icon={Columns3} onClick={() => setOpen(!isOpen)}>
          {t('imports.preview.shownColumns', { shown: count, total: columns.length })}
        </Button>
      }
    >
      <div className="iw-checks">
        {columns.map(({ index, label, header }) => (
          <Checkbox
            key={index}
            label={label ?? header}
            checked={!hidden.has(index)}
            onChange={(event) => toggle(index, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Popover>
  );
}
