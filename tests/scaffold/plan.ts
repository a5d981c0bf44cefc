import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The files a command would write, by path from the repository root, and the next steps; or why it writes nothing. */
export type Plan =
  | { readonly problem: string }
  | { readonly files: readonly { readonly file: string; readonly text: string }[]; readonly next: readonly string[] };

/** Writes the files of a plan, formatted, and prints them; for a plan with a problem, writes nothing and exits with 1. */
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
  formatFiles(plan.files.map(({ file }) => file));
  await written?.();
  process.stdout.write(`${[...plan.files.map(({ file }) => `wrote ${file}`), ...plan.next].join('\n')}\n`);
}

/** Formats sources as `npm run format` does, which leaves definitions as they are. */
function formatFiles(files: readonly string[]): void {
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  if (sources.length > 0)
    execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', ...sources], { stdio: 'pipe' });
}
