import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { foldText, type JsonObject } from '#engine/model';
import { LINKED_MODULES } from '../../shared/mailbox-fields.ts';

/** A record that has an address. */
export type LinkedRecord = JsonObject & { readonly module: string; readonly id: string };

/** Most records that one address links to, and one message. */
const MAX_RECORDS = 20;
/** Most addresses of a message that are looked up. */
const MAX_ADDRESSES = 30;
/** Addresses that are remembered during one pass. */
const MAX_REMEMBERED = 5_000;

const MODULES: ReadonlySet<string> = new Set(LINKED_MODULES);

/** Finds the records with e-mail addresses, and remembers those of a pass. */
export interface PeopleFinder {
  /** The records that have one of these addresses; the first address counts first. */
  find(addresses: readonly string[]): Promise<readonly LinkedRecord[]>;
}

/** Creates a finder for one pass over a mailbox. */
export function createPeopleFinder({ records }: Pick<PluginContext, 'records'>): PeopleFinder {
  const known = new Map<string, readonly LinkedRecord[]>();
  const findOne = async (address: string): Promise<readonly LinkedRecord[]> => {
    const remembered = known.get(address);
    if (remembered !== undefined) return remembered;
    const found = await readUses({ records }, address);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(address, found);
    return found;
  };
  return {
    async find(addresses) {
      const unique = [...new Set(addresses.map(foldText))].slice(0, MAX_ADDRESSES);
      const links = new Map<string, LinkedRecord>();
      for (const address of unique)
        for (const link of await findOne(address)) if (links.size < MAX_RECORDS) links.set(`${link.module}/${link.id}`, link);
      return [...links.values()];
    },
  };
}

async function readUses({ records }: Pick<PluginContext, 'records'>, address: string): Promise<readonly LinkedRecord[]> {
  const found: LinkedRecord[] = [];
  for await (const { module, _id } of records.streamEmailUses(SYSTEM_ACTOR, address)) {
    if (MODULES.has(module)) found.push({ module, id: _id });
    if (found.length >= MAX_RECORDS) break;
  }
  return found;
}
