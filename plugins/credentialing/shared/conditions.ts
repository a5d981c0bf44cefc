import { foldText, toText, type JsonObject, type JsonValue } from '#engine/model';
import { DONE_STATUSES, isAmong, type RequiredItem } from './item.ts';

/** One condition of an item: what must hold for another one. */
export interface ItemCondition {
  readonly relatedRequiredItemId?: string;
  /** Default: Completed. */
  readonly comparisonOperator?: string;
  readonly comparisonValue?: string;
}

/** The conditions of an item. */
export function readConditions(value: unknown): readonly ItemCondition[] {
  return Array.isArray(value) ? (value as readonly ItemCondition[]) : [];
}

/** What was entered for an item: its response, else its date. */
function readEntered(item: RequiredItem): string {
  const details = item.completionDetails as JsonObject | undefined;
  const entered: JsonValue | undefined = details?.['actionValue'] ?? item.response_date ?? item.provider_response;
  return toText(entered);
}

function holds({ comparisonOperator = 'Completed', comparisonValue = '' }: ItemCondition, other: RequiredItem): boolean {
  const isDone = isAmong(DONE_STATUSES, other.status);
  if (comparisonOperator === 'Not Completed') return !isDone;
  if (comparisonOperator === 'Submitted or Completed') return isDone || other.status === 'Submitted';
  const isEqual = foldText(readEntered(other)) === foldText(comparisonValue);
  if (comparisonOperator === 'Equals') return isEqual;
  if (comparisonOperator === 'Not Equals') return !isEqual;
  return isDone;
}

/** Whether an item applies: all its conditions hold. One about an item that is gone holds. */
export function isApplicable(conditions: readonly ItemCondition[], items: ReadonlyMap<string, RequiredItem>): boolean {
  return conditions.every((condition) => {
    const other = items.get(condition.relatedRequiredItemId ?? '');
    return other === undefined || (other.not_applicable !== true && holds(condition, other));
  });
}
