import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { linksOf } from '../../../records/index.ts';
import type { StepContext } from '../runs/step-context.ts';
import { requireRecord } from './require-record.ts';

/** Related records that one step changes. */
const MAX_RELATED = 1000;

/** The related records of a step, as the user behind the run may see them. Errors: `workflow_relation_missing`, those of `records.findIds`. */
export async function findRelated(
  { services, scope, actor, subject, values }: StepContext,
  { relation: name, filter }: { readonly relation: string; readonly filter: { readonly [entry: string]: unknown } | undefined },
): Promise<{ readonly module: CompiledModule; readonly ids: readonly string[] }> {
  const id = requireRecord(subject);
  const relation = subject.module.relations.get(name);
  const module = relation?.modules.flatMap((one) => scope.snapshot.module(one) ?? [])[0];
  if (relation === undefined || module === undefined)
    throw new MusterError('workflow_relation_missing', { values: { relation: name, module: subject.module.label } });
  const own = filter === undefined ? [] : [filter as JsonValue];
  if (relation.direction === 'reverse') {
    const target = relation.flex ? { module: subject.module.name, id } : id;
    return { module, ids: await find({ [relation.fieldName]: { equals: target } }) };
  }
  const field = subject.module.fields.get(relation.fieldName);
  const pointed = field === undefined ? [] : linksOf(field, (await values.record())[relation.fieldName]);
  const links = pointed.filter((link) => link.module === module.name);
  if (links.length === 0) return { module, ids: [] };
  return { module, ids: await find({ _id: { in: links.map((link) => link.id) } }) };

  async function find(related: JsonValue): Promise<readonly string[]> {
    const found = await services.records.findIds(actor, {
      module: (module as CompiledModule).name,
      filter: { and: [related, ...own] },
      limit: MAX_RELATED,
    });
    return found.ids;
  }
}
