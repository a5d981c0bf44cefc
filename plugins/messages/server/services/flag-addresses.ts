import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { foldText, toText, type JsonObject } from '#engine/model';
import { readDecision } from './consent.ts';
import { retryOnConflict } from './version-conflicts.ts';

/** Fields whose flags follow the ledger. */
const FIELDS: readonly string[] = ['email', 'email_addresses'];

type Records = Pick<PluginContext, 'records'>;

/**
 * The flag `opt_out` of an e-mail address follows the last decision in the ledger, on all records that have it. A decision that is made
 * meanwhile is followed too, whoever ends last. Errors: those of `records.update`.
 */
export async function flagAddresses(context: Records, address: string): Promise<void> {
  let decision = await readDecision(context, 'email', address);
  for (let followed: string | undefined; decision !== followed; decision = await readDecision(context, 'email', address)) {
    followed = decision;
    await setFlags(context, address, decision === 'Opted out');
  }
}

async function setFlags({ records }: Records, address: string, optOut: boolean): Promise<void> {
  for await (const use of records.streamEmailUses(SYSTEM_ACTOR, address)) {
    if (use.optOut === optOut || !FIELDS.includes(use.field)) continue;
    await retryOnConflict(async () => {
      const found = await records.get(SYSTEM_ACTOR, { module: use.module, id: use._id });
      const entries = (found[use.field] ?? []) as readonly JsonObject[];
      const isToChange = (entry: JsonObject): boolean =>
        foldText(toText(entry['email_address'])) === foldText(address) && (entry['opt_out'] === true) !== optOut;
      if (!entries.some(isToChange)) return;
      const fields = { [use.field]: entries.map((entry) => (isToChange(entry) ? { ...entry, opt_out: optOut } : entry)) };
      await records.update(SYSTEM_ACTOR, { module: use.module, id: use._id, version: Number(found['_version']), fields });
    });
  }
}
