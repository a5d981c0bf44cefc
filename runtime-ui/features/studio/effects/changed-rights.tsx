import { useState } from 'react';
import type { ChangeSetView, PlannedAccess } from '#engine/model/wire';
import { Button, StatusPill, t } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { AffectedDialog } from './affected-dialog.tsx';
import { Remedy, useIsRemediable } from './remedy.tsx';
import { nameLevel, nameObject, nameRight } from './right-words.ts';
import '../roles/roles.css';
import './effects.css';

interface ChangedRightsProps {
  readonly changeSet: Pick<ChangeSetView, '_id' | '_version'>;
  readonly access: readonly PlannedAccess[];
  /** Names the list; absent: it is part of a text that says what it is. */
  readonly label: string;
  /** Whether the role is named with each right. */
  readonly isOfManyRoles?: boolean;
}

/** Rights that roles gain or lose; each opens the people and records concerned. */
export function ChangedRights({ changeSet, access, label, isOfManyRoles = false }: ChangedRightsProps) {
  const [open, setOpen] = useState<PlannedAccess>();
  const { list } = useDefinitions('module');
  const isRemediable = useIsRemediable(changeSet._id);
  const labels = new Map(list?.map(({ name, label: text }) => [name, text]));
  return (
    <>
      <ul className="se-rights" aria-label={label}>
        {access.map((one) => {
          const right = nameRight(one.right);
          const what = t('studioAccess.row', {
            right: isOfManyRoles ? `${one.role.name}: ${right}` : right,
            what: nameObject(one, labels),
          });
          return (
            <li key={`${one.role._id} ${one.module} ${one.field ?? ''} ${one.right} ${one.change}`}>
              <StatusPill plain hue={one.change === 'gains' ? 'green' : 'red'} label={t(`studioAccess.${one.change}`)} />
              <span className="ms-spacer">
                {what}
                {one.before !== one.after && <span className="st-note">{` ${nameLevel(one.before)} → ${nameLevel(one.after)}`}</span>}
              </span>
              {one.change === 'loses' && isRemediable(one.role._id) && <Remedy lost={one} what={what} isNamed={false} />}
              <Button size="xs" aria-haspopup="dialog" aria-label={t('studioAccess.open', { what })} onClick={() => setOpen(one)}>
                {t('studioReview.aside.users', { count: one.count })}
              </Button>
            </li>
          );
        })}
      </ul>
      {open !== undefined && <AffectedDialog changeSet={changeSet} access={open} labels={labels} onClose={() => setOpen(undefined)} />}
    </>
  );
}
