import type { PreSaveContext } from '#engine';
import type { RecordOf } from '#engine/model';
import { BUILD_SOURCE } from '../../shared/build.ts';
import { findSetup } from '../build/find-setup.ts';

type Context = PreSaveContext<'credentialing'>;

/**
 * Fills in the record that is built for a placement: its provider, account, setup and owner. Of two builds at the same time one creates the
 * record, and the other is refused.
 */
export async function prepareBuild(context: Context): Promise<void> {
  const { event, draft, unit } = context;
  const id = draft.placements_credentialing;
  if (event.kind !== 'create' || event.changeSource !== BUILD_SOURCE || typeof id !== 'string') return;
  await requireOne(context, id);
  const placement = await unit.get('placements', id);
  const provider = placement?.providers_placements === undefined ? undefined : await unit.get('providers', placement.providers_placements);
  if (placement === undefined || provider === undefined) return refuseWithoutProvider(context);
  const setup = await findSetup(context, provider, placement.accounts_placements);
  if (setup === undefined) return context.refuse('credentialing_setup_missing');
  draft.credentialingSetup_credentialing = setup._id;
  draft.hire_type = await findHireType(context, provider, placement);
  fillFrom(draft, provider, placement);
}

async function requireOne({ unit, requireAbsence, isRetry, refuse }: Context, placement: string): Promise<void> {
  const filter = { placements_credentialing: placement };
  requireAbsence('credentialing', filter, { lockKeys: [placement] });
  const [existing] = isRetry ? await unit.find('credentialing', filter, { limit: 1 }) : [];
  if (existing !== undefined) refuse('credentialing_exists', { data: { record: existing._id } });
}

function refuseWithoutProvider({ refuse }: Context): never {
  const message = 'Choose the provider of the placement first.';
  return refuse('credentialing_not_created', {
    details: [{ field: 'providers_placements', code: 'credentialing_not_created', message }],
  });
}

function fillFrom(draft: Context['draft'], provider: RecordOf<'providers'>, placement: RecordOf<'placements'>): void {
  draft.providers_credentialing = provider._id;
  draft.related_user = provider.related_user ?? null;
  draft.related_account = placement.accounts_placements ?? null;
  draft.profession = placement.profession ?? provider.profession ?? null;
  draft.assigned_to ??= placement.assigned_to ?? provider.assigned_to ?? null;
  draft.due_date ??= placement.planned_start_date ?? placement.expected_start_date ?? null;
  if (placement.teams !== undefined) draft.teams = placement.teams;
  draft.credentialing_status = 'In Process - Core';
  draft.locked = false;
}

/** Somebody who was credentialed before is hired again, unless the placement goes on. */
async function findHireType(
  { unit }: Context,
  provider: RecordOf<'providers'>,
  { placement_type }: RecordOf<'placements'>,
): Promise<'New Hire' | 'Rehire' | 'Extension'> {
  if (placement_type === 'Extension') return 'Extension';
  const earlier = await unit.find('credentialing', { providers_credentialing: provider._id }, { limit: 1 });
  return earlier.length > 0 ? 'Rehire' : 'New Hire';
}
