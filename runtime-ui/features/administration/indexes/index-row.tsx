import { useState } from 'react';
import type { IndexState, IndexView } from '#engine/model/wire';
import { dropIndex, queryKeys, restoreIndex } from '../../../client/index.ts';
import { formatInstantInText, formatShortInstant } from '../../../fields/values/index.ts';
import { Button, ConfirmDialog, StatusPill, t, type PillHue } from '../../../kit/index.ts';
import { DotLine } from '../dot-line.tsx';
import { useAdminAction } from '../use-admin-action.ts';

const HUES: { readonly [state in IndexState]: PillHue } = { unused: 'amber', used: 'green', unknown: 'gray', dropped: 'gray' };
/** Up to this many records are read without an index. */
const FEW_ROWS = 1000;

/** How often an index was used, when last, and since when that is known. */
function listUse({ state, uses, lastUsed, since }: IndexView): readonly string[] {
  if (state === 'dropped') return [];
  return [
    ...(uses === null || uses === 0 ? [] : [t('indexes.uses', { count: uses })]),
    ...(lastUsed === null ? [] : [t('indexes.lastUsed', { when: formatInstantInText(lastUsed) })]),
    ...(since === null ? [] : [t('indexes.since', { when: formatShortInstant(since) })]),
  ];
}

function IndexAction({ index }: { readonly index: IndexView }) {
  const { isBusy, run } = useAdminAction(queryKeys.allIndexes());
  const [isAsking, setAsking] = useState(false);
  const names = { module: index.moduleLabel, fields: index.fieldLabels.join(', ') };
  if (index.state === 'dropped')
    return (
      <Button
        size="sm"
        loading={isBusy}
        aria-label={t('indexes.restoreOf', names)}
        onClick={() => run(() => restoreIndex(index), t('indexes.restored'))}
      >
        {t('indexes.restore')}
      </Button>
    );
  if (!index.canDrop) return <span className="ma-note">{t('indexes.needed')}</span>;
  return (
    <>
      <Button size="sm" aria-label={t('indexes.dropOf', names)} onClick={() => setAsking(true)}>
        {t('indexes.drop')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        danger
        busy={isBusy}
        title={t('indexes.dropTitle', names)}
        text={t('indexes.dropText', names)}
        consequences={index.state === 'used' ? t('indexes.dropUsed') : undefined}
        confirmLabel={t('indexes.dropDo')}
        onConfirm={() =>
          run(
            () => dropIndex(index),
            t('indexes.dropped'),
            () => setAsking(false),
          )
        }
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** An index in the table of all indexes. */
export function IndexRow({ index }: { readonly index: IndexView }) {
  const { moduleLabel, fieldLabels, rules, state, rows } = index;
  return (
    <tr>
      <td className="ma-index-name">{moduleLabel}</td>
      <td>{fieldLabels.join(', ')}</td>
      <td className="ma-note">{rules.map((rule) => t(`indexes.rule.${rule}`)).join(', ')}</td>
      <td>
        <StatusPill label={t(`indexes.state.${state}`)} hue={HUES[state]} />
        <DotLine className="ma-note" parts={listUse(index)} />
        {state === 'unused' && rows <= FEW_ROWS && <p className="ma-note">{t('indexes.few')}</p>}
      </td>
      <td className="ma-index-action">
        <IndexAction index={index} />
      </td>
    </tr>
  );
}
