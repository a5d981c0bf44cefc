import { MusterError, SYSTEM_ACTOR, type Actor, type PluginContext, type VisibleRecord, type WriteOptions } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { BUILD_SOURCE, BUILT, NOT_CREATED } from '../../shared/build.ts';
import { followBuild } from './build-progress.ts';

type Context = Pick<PluginContext, 'records' | 'live'>;

/** What came of a build. */
export interface BuildResult {
  readonly record: string;
  /** False: the placement had a record already. */
  readonly created: boolean;
  /** The batch of the record with its items; absent if nothing was created. */
  readonly batchId?: string;
}

/** Who builds, for which placement. */
export interface BuildInput extends Pick<WriteOptions, 'batchId' | 'idempotency'> {
  /** The product on behalf of who builds, whose right to do so was checked. */
  readonly actor: Actor;
  /** The placement, with its provider and account. */
  readonly placement: VisibleRecord;
}

/** The record of a placement; undefined: it has none. */
export async function findRecordOf({ records }: Pick<PluginContext, 'records'>, placement: string): Promise<string | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'credentialing',
    filter: { placements_credentialing: placement },
    fields: ['_id'],
    limit: 1,
    totalLimit: 1,
  });
  return data[0]?._id;
}

/**
 * Builds the credentialing record of a placement with its items and agreements, in one commit; the one that exists is returned. Errors:
 * `credentialing_setup_missing`, `credentialing_not_created`, `categories_missing`, those of creating a record. The user reads the error
 * too.
 */
export async function buildCredentialing(context: Context, { actor, placement, ...options }: BuildInput): Promise<BuildResult> {
  const existing = await findRecordOf(context, placement._id);
  if (existing !== undefined) return { record: existing, created: false };
  const progress = followBuild(context, placement._id, actor.userId);
  try {
    const { record, batchId } = await context.records.create(actor, {
      module: 'credentialing',
      changeSource: BUILD_SOURCE,
      fields: describe(placement),
      ...options,
    });
    await progress.end('done', BUILT, record._id);
    return { record: record._id, created: true, batchId };
  } catch (error) {
    // Another request may have built it meanwhile, also when this one took too long.
    const other = await findRecordOf(context, placement._id);
    if (other === undefined) {
      await progress.end('failed', isRefusal(error) ? error.message : NOT_CREATED);
      throw error;
    }
    await progress.end('done', BUILT, other);
    return { record: other, created: false };
  }
}

/** Its name follows from the provider; without one the name of the placement lets the rules of the build say what is missing. */
function describe({ _id, name, providers_placements: provider, accounts_placements: account }: VisibleRecord): JsonObject {
  return {
    placements_credentialing: _id,
    ...(toText(provider) === '' ? { name: toText(name) || 'Credentialing' } : {}),
    ...(toText(provider) === '' ? {} : { providers_credentialing: toText(provider) }),
    ...(toText(account) === '' ? {} : { related_account: toText(account) }),
  };
}

/** Whether an error is of a rule, and so for people. */
export function isRefusal(error: unknown): error is MusterError {
  return error instanceof MusterError && error.status < 500;
}
