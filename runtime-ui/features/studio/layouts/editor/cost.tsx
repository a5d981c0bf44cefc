import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { createContext, use, useEffect, useState } from 'react';
import type { LayoutDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { IndexOffer, LayoutCost, LayoutCostItem } from '#engine/model/wire';
import { getLayoutCost, type ApiError, type LayoutCostInput } from '../../../../client/index.ts';
import { Button, Icon, t } from '../../../../kit/index.ts';

/** Milliseconds without an edit after which a layout is measured. */
const SETTLE_MS = 800;
/** As long as the server uses a measurement. */
const VALID_MS = 300_000;
/** A page should take less than this, in milliseconds. */
const AIM = 50;
const SLOW = 200;

/** Adds an offered index to the module's definition. */
const OfferContext = createContext<((offer: IndexOffer) => void) | undefined>(undefined);
export const OfferProvider = OfferContext.Provider;

/** The costs of a layout, measured again when its edits pause; undefined: not yet, or it cannot be measured. */
export function useLayoutCost(
  layout: LayoutDefinition,
  definition: ModuleDefinition | undefined,
  isMeasured: boolean,
): { readonly cost: LayoutCost | undefined; readonly error: ApiError | null } {
  const { indexes, withoutIndexes } = definition ?? {};
  const text = JSON.stringify({ layout, indexes, withoutIndexes });
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery<LayoutCost, ApiError>({
    queryKey: ['layout-cost', settled],
    queryFn: ({ signal }) => getLayoutCost(JSON.parse(settled) as LayoutCostInput, signal),
    enabled: isMeasured,
    staleTime: VALID_MS,
    placeholderData: keepPreviousData,
  });
  return { cost: data, error };
}

function formatTime({ milliseconds, isStopped }: LayoutCostItem): string {
  if (milliseconds === null) return t('studioLayout.cost.notMeasured');
  const time = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString('en-US');
  return t(isStopped ? 'studioLayout.cost.over' : 'studioLayout.cost.time', { time });
}

function levelOf({ milliseconds, isTooMany, willBeServed }: LayoutCostItem): 'good' | 'fair' | 'poor' {
  if (isTooMany || (milliseconds ?? 0) > SLOW) return 'poor';
  return (milliseconds ?? 0) > AIM || (milliseconds === null && !willBeServed) ? 'fair' : 'good';
}

function explain(item: LayoutCostItem, records: number): string {
  if (item.isServed && item.willBeServed) return t('studioLayout.cost.indexed');
  if (item.willBeServed) return t('studioLayout.cost.indexedLater');
  return t('studioLayout.cost.reads', { count: records, records: records.toLocaleString('en-US') });
}

interface CostLineProps {
  readonly item: LayoutCostItem;
  readonly records: number;
  /** The label of its field. */
  readonly name: string;
}

/** What a field costs: the measured time, whether an index serves it, and the index that would. */
export function CostLine({ item, records, name }: CostLineProps) {
  const addIndex = use(OfferContext);
  const { offer, milliseconds } = item;
  return (
    <div className="sl-cost" data-level={levelOf(item)}>
      <span className="sl-cost-bar" aria-hidden style={{ inlineSize: `${Math.min(100, 4 + 40 * Math.log10(1 + (milliseconds ?? 0)))}%` }} />
      <span className="sl-cost-text">
        {formatTime(item)}, {explain(item, records)}
      </span>
      {offer !== null && addIndex !== undefined && (
        <Button
          variant="quiet"
          size="xs"
          aria-label={t('studioLayout.cost.addIndexFor', { name })}
          title={t('studioLayout.cost.addIndexHelp', { fields: offer.fields.join(', ') })}
          onClick={() => addIndex(offer)}
        >
          {t('studioLayout.cost.addIndex')}
        </Button>
      )}
    </div>
  );
}

/** The warning of a layout whose queries read very many records. */
export function CostWarning({ cost, nameOf }: { readonly cost: LayoutCost; readonly nameOf: (fieldName: string) => string }) {
  const fields = cost.items.filter(({ isTooMany }) => isTooMany).map(({ field }) => nameOf(field));
  if (fields.length === 0) return null;
  return (
    <p role="alert" className="sl-warning">
      <Icon of={TriangleAlert} size={16} />
      {t('studioLayout.cost.tooMany', { limit: cost.scanLimit.toLocaleString('en-US'), fields: fields.join(', ') })}
    </p>
  );
}

/** The definition of a module with an offered index. */
export function withIndex(definition: ModuleDefinition, { fields, isLeftOut }: IndexOffer): ModuleDefinition {
  const wanted = JSON.stringify(fields);
  if (!isLeftOut) return { ...definition, indexes: [...(definition.indexes ?? []), [...fields]] };
  const { withoutIndexes = [], ...rest } = definition;
  const others = withoutIndexes.filter((one) => JSON.stringify(one) !== wanted);
  return others.length === 0 ? rest : { ...rest, withoutIndexes: others };
}
