import { parseArgs } from 'node:util';
import { readConfiguration, runDoctor, type CheckResult } from '../application/index.ts';

const MARKS = { ok: 'OK', warning: 'WARNING', problem: 'PROBLEM' } as const;

/** `npm run doctor -- [--json]`: checks an installation, also while it is running. Exit code 1 if there are problems. */
async function doctor(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const configuration = readConfiguration(process.env, process.cwd());
  const results = await runDoctor(configuration, (result) => {
    if (!values.json) process.stdout.write(describe(result));
  });
  const [problems, warnings] = (['problem', 'warning'] as const).map((state) => results.filter((one) => one.state === state).length);
  if (values.json) process.stdout.write(`${JSON.stringify({ problems, warnings, results }, null, 2)}\n`);
  else process.stdout.write(`\n${results.length} checks: ${problems} problems, ${warnings} warnings.\n`);
  if (problems !== 0) process.exitCode = 1;
}

function describe({ title, state, text, advice, examples = [] }: CheckResult): string {
  const indent = ' '.repeat(27);
  const more = [...examples.map((one) => `${indent}- ${one}\n`), ...(advice === undefined ? [] : [`${indent}To do: ${advice}\n`])];
  return `${MARKS[state].padEnd(9)} ${title.padEnd(16)} ${text}\n${more.join('')}`;
}

await doctor().catch((error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`${(error as Error).message}\n`);
});
