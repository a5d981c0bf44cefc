import { Check } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ModuleView, ViewFace } from '#engine/model';
import { faceItems, labelOfItem, type ListHandle } from '../../headless/index.ts';
import { Icon, Menu, t } from '../../kit/index.ts';

/** By which field the board has its lanes, or the calendar its days. It is loaded by a click on its button, and opens at once. */
export function FaceMenu({ module, list, face, target }: { readonly module: ModuleView; readonly list: ListHandle; readonly face: ViewFace; readonly target: ReactElement }) {
  const [opened, setOpened] = useState(true);
  const items = faceItems(module, face.kind).map((item) => ({
    id: item.fieldName, label: labelOfItem(item), trailing: item.fieldName === face.field ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined,
    onSelect: () => list.change({ face: { kind: face.kind, field: item.fieldName } }),
  }));
  return <Menu label={t(face.kind === 'board' ? 'saved.lanesBy' : 'saved.daysBy')} width={240} opened={opened} onChange={setOpened} groups={[{ id: 'fields', items }]} target={target} />;
}
