import { useQueryClient } from '@tanstack/react-query';
import { Combine, CopyPlus, PenLine, RotateCcw, Trash2, Undo2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { BatchKind, BatchView } from '#engine/model/wire';
import { formatFullInstant, formatShortInstant } from '../../fields/values/index.ts';
import { Button, ConfirmDialog, formatDay, Icon, StatusPill, t, type TextKey } from '../../kit/index.ts';
import { revertBatch } from '../../views/index.ts';

const ICONS: Readonly<Record<BatchKind, LucideIcon>> = {
  create: CopyPlus,
  update: PenLine,
  save: CopyPlus,
  delete: Trash2,
  restore: RotateCcw,
  remove: Trash2,
  merge: Combine,
  undo: Undo2,
};

const SENTENCES: Readonly<Record<BatchKind, TextKey>> = {
  create: 'bulkChanges.create',
  update: 'bulkChanges.update',
  save: 'bulkChanges.save',
  delete: 'bulkChanges.delete',
  restore: 'bulkChanges.restore',
  remove: 'bulkChanges.remove',
  merge: 'bulkChanges.merge',
  undo: 'bulkChanges.undoOf',
};

function describe({ kind, records, module }: BatchView): string {
  const label = module === null ? t('bulkChanges.unknownModule') : lowercaseLabel(module.label);
  return t(SENTENCES[kind], { count: records.toLocaleString('en-US'), module: label });
}

function StatePill({ undo }: Pick<BatchView, 'undo'>) {
  if (undo === 'none') return null;
  return <StatusPill label={t(`bulkChanges.state.${undo}`)} hue={undo === 'done' ? 'gray' : 'amber'} />;
}

interface BatchRowProps {
  readonly batch: BatchView;
  /** Whether the list is that of several users. */
  readonly showsUser: boolean;
  readonly onUndone: () => void;
}

/** One bulk change in words, and its undo. */
export function BatchRow({ batch, showsUser, onUndone }: BatchRowProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { _id, kind, module, user, at, refused, undo, undoableUntil } = batch;
  const what = describe(batch);
  const facts = [
    ...(showsUser && user.name !== '' ? [user.name] : []),
    formatShortInstant(at),
    ...(refused > 0 ? [t('bulkChanges.refused', { count: refused })] : []),
    undoableUntil === null ? t('bulkChanges.final') : t('bulkChanges.until', { day: formatDay(undoableUntil) }),
  ];
  const start = () => {
    setAsking(false);
    revertBatch({ client, module: { name: module?.name ?? '' }, batchId: _id, onEnd: onUndone });
  };
  return (
    <li className="bc-row">
      <span className="ms-mark">
        <Icon of={ICONS[kind]} />
      </span>
      <div className="bc-text">
        <p className="bc-what">
          {what} <StatePill undo={undo} />
        </p>
        <p className="bc-facts" title={formatFullInstant(at)}>
          {facts.join(' · ')}
        </p>
      </div>
      {undoableUntil !== null && undo !== 'done' && undo !== 'running' && (
        <Button size="sm" icon={Undo2} aria-label={t('bulkChanges.undoLabel', { what })} onClick={() => setAsking(true)}>
          {t('bulkChanges.undo')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('bulkChanges.confirmTitle')}
          text={t('bulkChanges.confirmHelp', { what })}
          confirmLabel={t('bulkChanges.undo')}
          onConfirm={start}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}
