import type { PostSaveContext } from '#engine';
import { takeCharacters, type RecordOf } from '#engine/model';

/** What is to be done about a provider, and when: days as `YYYY-MM-DD`. */
export interface ProviderTask {
  readonly type: 'Benefits' | 'Term benefits' | 'Deactivation';
  /** What it says before the provider's name. */
  readonly title: string;
  readonly start: string;
  readonly due?: string;
}

/** So much of a provider's name goes into what a task is called. */
const NAME_LENGTH = 200;

/** Makes a task about the provider for nobody: the tasks plugin says whose it is. While the same is still to be done there is no second. */
export async function createTask({ createOnce }: PostSaveContext<'providers'>, provider: RecordOf<'providers'>, { type, title, start, due }: ProviderTask): Promise<void> {
  const about = { module: 'providers', id: provider._id };
  const subject = `${title}: ${takeCharacters(provider.name ?? '', NAME_LENGTH)}`;
  await createOnce({
    module: 'tasks', purpose: `${type}: ${title}`, unless: { related_record: { equals: about }, task_type: type, subject, not: { status: 'Completed' } },
    fields: { subject, task_type: type, start_date: start, due_date: due ?? null, related_record: about },
  });
}
