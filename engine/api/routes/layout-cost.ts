import type { LayoutDefinition, ModuleDefinition } from '#engine/model/definitions';
import { assertSystemAdmin, bodyOf, type EndpointRouter } from '../request/request-context.ts';

interface CostBody extends Pick<ModuleDefinition, 'indexes' | 'withoutIndexes'> {
  readonly layout: LayoutDefinition;
}

/** `POST /api/definitions/layout-cost`: what sorting and searching by the fields of a layout costs on this store. System Admins only. */
export function serveLayoutCost({ on, services: { layoutCosts } }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/definitions/layout-cost' }, async (context) => {
    await assertSystemAdmin(context);
    const { layout, indexes, withoutIndexes } = bodyOf(context) as unknown as CostBody;
    return { body: await layoutCosts.measure(context.snapshot, { layout, indexes, withoutIndexes }) };
  });
}
