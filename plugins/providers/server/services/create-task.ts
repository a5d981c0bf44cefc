import type { PostSaveContext } from '#engine';
import { takeCharacters, type RecordOf } from '#engine/model';

/** A task about a provider; days as `YYYY-MM-DD`. */
export interface ProviderTask {
  readonly type: 'Benefits' | 'Term benefits' | 'Deactivation';
  /** The text before the provider's name. */
  readonly title: string;
  readonly start: string;
  readonly due?: string;
}

/** Maximum length of the provider's name in the subject. */
const NAME_LENGTH = 200;

/**
 * Creates a task about the provider without an assignee: the tasks plugin assigns it. No second task is created while
 * one of the same type is open.
 */
export async function createTask(
  { createOnce }: PostSaveContext<'providers'>,
  provider: RecordOf<'providers'>,
  { type, title, start, due }: ProviderTask,
): Promise<void> {
  const about = { module: 'providers', id: provider._id };
  const subject = `${title}: ${takeCharacters(provider.name ?? '', NAME_LENGTH)}`;
  await createOnce({
    module: 'tasks',
    purpose: `${type}: ${title}`,
    unless: { related_record: { equals: about }, task_type: type, subject, not: { status: 'Completed' } },
    fields: { subject, task_type: type, start_date: start, due_date: due ?? null, related_record: about },
  });
}
