import type { Actor } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { foldText, toText, type JsonObject } from '#engine/model/values';
import type { ReadServices } from '../record-services.ts';
import { prepareRead, streamPrepared } from './find-records.ts';
import type { EmailUse } from './read-contract.ts';

/** Yields the entries with an address in all modules that the actor may search by it. */
export async function* streamEmailUses(services: ReadServices, actor: Actor, address: string): AsyncIterable<EmailUse> {
  const { snapshot, rights } = await services.access.scope(actor);
  for (const module of snapshot.modules.values()) {
    const { deleted, active } = module.definition;
    if (deleted === true || active === false || !rights.module(module.name).access) continue;
    for (const field of module.fields.values())
      if (field.type.name === 'EmailAddress' && rights.canFilter(module, field.name))
        yield* streamUsesIn(services, actor, { module, field: field.name, address });
  }
}

async function* streamUsesIn(
  services: ReadServices,
  actor: Actor,
  { module, field, address }: { readonly module: CompiledModule; readonly field: string; readonly address: string },
): AsyncIterable<EmailUse> {
  const prepared = await prepareRead(services, actor, { module: module.name, filter: { [field]: { equals: address } } });
  for await (const record of streamPrepared(services, prepared, { fields: [field] })) {
    const entries = (record[field] ?? []) as readonly JsonObject[];
    for (const { email_address: one, opt_out: optOut, invalid_email: invalid } of entries)
      if (foldText(toText(one)) === foldText(address))
        yield { module: module.name, _id: record._id, field, optOut: optOut === true, invalid: invalid === true };
  }
}
