import { useId } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { ChangeConflict } from '#engine/model/wire';
import { formatJson } from '../../../fields/values/index.ts';
import { t } from '../../../kit/index.ts';

/** One of the values to choose from. */
interface Side<Id extends string> {
  readonly id: Id;
  /** Who made it. */
  readonly label: string;
  readonly value: JsonValue;
}

interface ConflictChoiceProps<Id extends string> {
  readonly legend: string;
  readonly before?: JsonValue;
  readonly sides: readonly Side<Id>[];
  readonly chosen: Id | undefined;
  readonly isBusy?: boolean;
  readonly onChoose: (id: Id) => void;
}

/** A property that two sides changed: both values and who made them, to choose from. */
export function ConflictChoice<Id extends string>({ legend, before, sides, chosen, isBusy = false, onChoose }: ConflictChoiceProps<Id>) {
  const name = useId();
  return (
    <fieldset className="sr-conflict" disabled={isBusy}>
      <legend>{legend}</legend>
      {before !== undefined && (
        <p className="sr-note">
          {t('studioReview.decide.before')}: {showValue(before)}
        </p>
      )}
      {sides.map(({ id, label, value }) => (
        <label key={id} className="sr-side" data-chosen={chosen === id || undefined}>
          <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
          <span className="sr-side-label">{label}</span>
          <span className="sr-side-value">{showValue(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The sides of a conflict of a draft. */
export function listSides({ mine, theirs, changeSet }: ChangeConflict): readonly Side<'mine' | 'theirs'>[] {
  const other =
    changeSet === null
      ? t('studioReview.decide.theirsFiles')
      : t('studioReview.decide.theirs', { name: changeSet.author ?? t('studioReview.page.system'), changeSet: changeSet.name });
  return [
    { id: 'mine', label: t('studioReview.decide.mine'), value: mine },
    { id: 'theirs', label: other, value: theirs },
  ];
}

function showValue(value: JsonValue): string {
  return value === null ? t('studioReview.page.nothing') : formatJson(value);
}
