import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders with the slowest files, slowest first: a file that starts late must be short, or one worker waits for the other. */
const SLOW = [
  'tests/scaffold/',
  'tests/browser/',
  'tests/faults/',
  'tests/plugin-host/',
  'tests/contract/',
  'tests/api/',
  'plugins/',
  'tests/',
];

function rankOf({ moduleId, project }: TestSpecification): number {
  // Files of one project run one after another, so that a worker can take the next one without a restart.
  if (project.name === 'dom') return SLOW.length + 1;
  const rank = SLOW.findIndex((folder) => moduleId.includes(`/${folder}`));
  return rank === -1 ? SLOW.length : rank;
}

/** Orders test files so that slow ones start first and those of one project stay together. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    return [...bySize].sort((one, other) => rankOf(one) - rankOf(other));
  }
}
