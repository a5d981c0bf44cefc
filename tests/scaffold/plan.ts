import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a command would write, by path from the top of the repository, and what to do next; or why it writes nothing. */
export type Plan = { readonly problem: string } | { readonly files: readonly { readonly file: string; readonly text: string }[]; readonly next: readonly string[] };

/** Writes a plan and says so; of one with a problem nothing is written, and the process ends with 1. */
export async function executePlan(plan: Plan, written?: () => Promise<void>): Promise<void> {
  if ('problem' in plan) {
    process.stderr.write(`${plan.problem}\n`);
    process.exitCode = 1;
    return;
  }
  for (const { file, text } of plan.files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  await written?.();
  process.stdout.write(`${[...plan.files.map(({ file }) => `wrote ${file}`), ...plan.next].join('\n')}\n`);
}
